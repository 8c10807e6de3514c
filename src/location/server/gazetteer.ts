import { fold } from '#/kernel/fold.ts'
import type { Place } from '#/location/contract.ts'
import { displayOf, type Position, roundPosition } from '#/location/rules.ts'
import { type Ranked, squareAround } from './areas-around.ts'
import { distanceKm } from './distance.ts'
import { formerNames } from './former-names.ts'
import type { GazetteerTables } from './gazetteer-tables.ts'
import { hashName } from './hash-name.ts'

/** The reach of a city of a million people, in km; others reach in proportion to the square root of their size. */
const reachOfAMillion = 8
const furthestReach = 35
const nowhereKm = 100
const smallPlace = 20
const smallAbroad = 300
/** Cities of this many thousands show how far a country reaches. */
const cityOfHome = 100
/** A place this many times larger than the next is taken as the intended one. One at home counts tenfold. */
const clearLead = 4
const homeBonus = 10

const decoder = new TextDecoder()
const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

export function openGazetteer(tables: GazetteerTables) {
  const { lats, lons, names, nameEnds, thousands, divisionOf, divisions, hashes, hashed } = tables
  const nameOf = (index: number) =>
    decoder.decode(names.subarray(index === 0 ? 0 : nameEnds[index - 1], nameEnds[index]))
  const positionOf = (index: number): Position => ({ lat: lats[index]!, lon: lons[index]! })
  const divisionAt = (index: number) => divisions[divisionOf[index]!]!
  const sizeOf = (index: number) => thousands[index] || smallPlace

  const reachOf = (index: number) =>
    Math.min(furthestReach, reachOfAMillion * Math.sqrt(sizeOf(index) / 1000))

  function placeOf(index: number): Place {
    const { country: code, state } = divisionAt(index)
    const name = { city: nameOf(index), state, country: regionNames.of(code) ?? null }
    return {
      ...name,
      display: displayOf(name),
      ...roundPosition(positionOf(index)),
      reachKm: Math.max(1, Math.round(reachOf(index))),
    }
  }

  /**
   * Finds the city or the nearest place. In its suburbs, a large city wins over a village that happens to be nearer.
   */
  function at(position: Position): Place | null {
    const degrees = nowhereKm / 111
    let nearest: number | undefined
    let nearestKm = nowhereKm
    const reaching: { index: number; share: number }[] = []
    const end = lats.length
    for (let index = firstAtLeast(lats, position.lat - degrees); index < end; index++) {
      if (lats[index]! > position.lat + degrees) break
      const km = distanceKm(position, positionOf(index))
      if (km < nearestKm) {
        nearestKm = km
        nearest = index
      }
      const reach = reachOf(index)
      if (km < reach) reaching.push({ index, share: km / reach })
    }
    if (nearest === undefined) return null
    const home = divisionOf[nearest]
    const [city] = reaching
      .filter(({ index }) => divisionOf[index] === home)
      .sort((a, b) => a.share - b.share)
    return placeOf(city?.index ?? nearest)
  }

  /**
   * Finds 'Pune', 'Hyderabad, Pakistan' or 'Indiranagar, Bengaluru': the intended place, or up to five candidates,
   * likeliest first. Ignores parts that aren't known places.
   */
  function named(name: string): Place[] {
    const parts = name.split(',').map(fold).filter(Boolean)
    for (const [number, part] of parts.entries()) {
      const found = placesCalled(part)
      if (found.length > 0) return likeliest(found, parts.slice(number + 1)).map(placeOf)
    }
    return []
  }

  function placesCalled(folded: string): number[] {
    const called = formerNames[folded] ?? folded
    const wanted = hashName(called)
    const found = new Set<number>()
    for (let at = firstAtLeast(hashes, wanted); hashes[at] === wanted; at++) found.add(hashed[at]!)
    return [...found].filter((index) => thousands[index]! > 0 || fold(nameOf(index)) === called)
  }

  function likeliest(found: number[], rest: string[]): number[] {
    const weigh = (index: number) =>
      sizeOf(index) * (divisionAt(index).country === tables.homeCountry ? homeBonus : 1)
    const named = found.filter((index) => rest.some((part) => isWithin(index, part)))
    const sorted = (named.length > 0 ? named : found).sort((a, b) => weigh(b) - weigh(a))
    const [first, second] = sorted
    const clear = second === undefined || weigh(first!) >= clearLead * weigh(second)
    return clear ? [first!] : sorted.slice(0, 5)
  }

  /** Tells whether a place is within 'karnataka', 'india' or 'in'. */
  function isWithin(index: number, part: string): boolean {
    const { country, state } = divisionAt(index)
    return [state, regionNames.of(country), country].some((area) => area && fold(area) === part)
  }

  /** Tells whether a folded name is a place's present or former one: 'bangalore' for Bengaluru. */
  const isCalled = (place: string, folded: string) => fold(place) === (formerNames[folded] ?? folded)

  /**
   * Tells whether a folded name is a large city's, which then wins over a quarter: Khar in Mumbai wins over Khar in
   * Pakistan, but no quarter wins over London.
   */
  const isLargeCity = (folded: string) =>
    placesCalled(folded).some((index) => {
      const isAtHome = divisionAt(index).country === tables.homeCountry
      return thousands[index]! > (isAtHome ? 0 : smallAbroad)
    })

  function sizeOfCity({ city, state }: Place): number {
    const found = city ? placesCalled(fold(city)).filter((index) => divisionAt(index).state === state) : []
    return Math.max(smallPlace, ...found.map((index) => thousands[index]!))
  }

  /** Returns the cities and towns within some kilometres; of a country the large ones, since there are 130,000 in all. */
  function around(middle: Position, km: number): Ranked[] {
    const isNear = squareAround(middle, km)
    const least = km > 1000 ? 1000 : km > 200 ? 100 : 0
    const found: Ranked[] = []
    for (let index = firstAtLeast(lats, middle.lat - km / 111); index < lats.length; index++) {
      const { lat, lon } = positionOf(index)
      if (lat > middle.lat + km / 111) break
      if (thousands[index]! < least) continue
      if (isNear(lat, lon)) found.push({ name: nameOf(index), lat, lon, rank: 1 + thousands[index]! })
    }
    return found
  }

  /** Returns the middle of the home country's cities, and the longer side of the window around them; null without any. */
  function home(): (Position & { degrees: number }) | null {
    const [west, east, south, north] = [180, -180, 90, -90]
    const window = { west, east, south, north }
    for (let index = 0; index < lats.length; index++) {
      if (divisionAt(index).country !== tables.homeCountry || thousands[index]! < cityOfHome) continue
      const { lat, lon } = positionOf(index)
      window.south = Math.min(window.south, lat)
      window.north = Math.max(window.north, lat)
      window.west = Math.min(window.west, lon)
      window.east = Math.max(window.east, lon)
    }
    if (window.north < window.south) return null
    const middle = roundPosition({
      lat: (window.north + window.south) / 2,
      lon: (window.east + window.west) / 2,
    })
    return { ...middle, degrees: Math.max(window.north - window.south, window.east - window.west) }
  }

  return {
    at,
    named,
    around,
    home,
    isCalled,
    isLargeCity,
    sizeOf: sizeOfCity,
    homeCountry: tables.homeCountry,
  }
}

export type Gazetteer = ReturnType<typeof openGazetteer>

export function firstAtLeast(rising: Float32Array | Uint32Array, least: number): number {
  let low = 0
  let high = rising.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (rising[middle]! < least) low = middle + 1
    else high = middle
  }
  return low
}
