import type { Place } from '../contract.ts'
import { displayOf, roundPosition } from '../rules.ts'
import { fold, hashName } from './fold.ts'
import { firstAtLeast, type Gazetteer } from './gazetteer.ts'
import { nameKey, type PostOfficeTables } from './post-office-tables.ts'

/** So many offices of one name or PIN code are looked at; the rest of a very common name is left. */
const most = 60
/** So much larger than the next city, and the quarter there is the one that was meant. */
const clearLead = 4

const decoder = new TextDecoder()

/** Indian areas, by the names of their post offices and by PIN code. */
export function openPostOffices(tables: PostOfficeTables, cities: Gazetteer) {
  const { pins, names, nameEnds, lats, lons, ranks, districtOf, districts, hashes, hashed } = tables
  const nameOf = (index: number) =>
    decoder.decode(names.subarray(index === 0 ? 0 : nameEnds[index - 1], nameEnds[index]))

  type Area = { place: Place; rank: number; size: number; district: string }

  /** An area is shown with the city it lies in; one that is named like its city is that city. */
  function areaOf(index: number): Area {
    const position = roundPosition({ lat: lats[index]!, lon: lons[index]! })
    const city = cities.at(position)
    const name = nameOf(index)
    const district = districts[districtOf[index]!]!
    const place: Place =
      city && nameKey(city.city ?? '') !== nameKey(name)
        ? { ...city, ...position, display: `${name}, ${city.display}` }
        : (city ?? {
            city: name,
            state: null,
            country: 'India',
            display: displayOf(inIndia(name)),
            ...position,
          })
    return { place, rank: ranks[index]!, size: cities.sizeOf(place), district }
  }

  /** '560038': the area of the head or delivery office, or those it could be. */
  function withPin(pin: number): Place[] {
    const found: number[] = []
    for (let at = firstAtLeast(pins, pin); pins[at] === pin && found.length < most; at++) found.push(at)
    const best = Math.max(...found.map((index) => ranks[index]!))
    return distinct(found.filter((index) => ranks[index] === best).map((index) => areaOf(index).place))
  }

  /** 'Indiranagar', within 'Bengaluru' where that was said: in the largest cities first. */
  function called(name: string, within: readonly string[]): Place[] {
    const key = nameKey(name)
    const wanted = hashName(key)
    const found: number[] = []
    for (let at = firstAtLeast(hashes, wanted); hashes[at] === wanted && found.length < most; at++)
      if (nameKey(nameOf(hashed[at]!)) === key) found.push(hashed[at]!)
    const areas = found.map(areaOf)
    const named =
      within.length === 0 ? areas : areas.filter((area) => within.some((part) => isWithin(area, part)))
    const best = Math.max(...named.map(({ rank }) => Math.min(rank, 1)))
    const sorted = named.filter(({ rank }) => Math.min(rank, 1) === best).sort((a, b) => b.size - a.size)
    const places = distinct(sorted.map(({ place }) => place))
    const second = sorted.find(({ place }) => place.display === places[1]?.display)
    return !second || sorted[0]!.size >= clearLead * second.size ? places.slice(0, 1) : places
  }

  const isWithin = ({ place, district }: Area, part: string) =>
    [place.city, place.state, place.country, district].some((one) => one && cities.isCalled(one, part))

  return { withPin, called }
}

export type PostOffices = ReturnType<typeof openPostOffices>

const inIndia = (city: string) => ({ city: fold(city) ? city : null, state: null, country: 'India' })

const distinct = (places: readonly Place[]) =>
  places
    .filter(({ display }, index) => places.findIndex((one) => one.display === display) === index)
    .slice(0, 5)
