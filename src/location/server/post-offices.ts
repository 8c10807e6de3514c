import { fold } from '#/kernel/fold.ts'
import type { Place } from '#/location/contract.ts'
import { displayOf, type Position, roundPosition } from '#/location/rules.ts'
import { type Ranked, squareAround } from './areas-around.ts'
import { distanceKm } from './distance.ts'
import { firstAtLeast, type Gazetteer } from './gazetteer.ts'
import { hashName } from './hash-name.ts'
import { cityOfPins, knownAreas } from './known-areas.ts'
import { nameKey, soundKey, withoutQualifier, withoutSide } from './name-keys.ts'
import type { PostOfficeTables } from './post-office-tables.ts'

/** Offices checked for one name or PIN code; the rest of a very common name is ignored. */
const most = 120
/**
 * A place this many times likelier than the next is taken as the intended one; but a quarter of a city of a million is
 * offered too.
 */
const clearLead = 4
const largeCity = 1000
/** A town's office counts more than a village's, and the same spelling more than the same sound. */
const townLead = 4
const exactLead = 4

type Area = { place: Place; size: number; district: string }
type Candidate = Area & { score: number; isExact: boolean }
type KnownArea = { key: string; name: string; city: string; pin: number }
type Named = { places: Place[]; isExact: boolean }

const areasKnown: KnownArea[] = Object.entries(knownAreas).flatMap(([city, areas]) =>
  Object.entries(areas).map(([name, pin]) => ({ key: soundKey(name), name, city, pin })),
)

const decoder = new TextDecoder()

/** Finds Indian areas by the names and PIN codes of their post offices. */
export function openPostOffices(tables: PostOfficeTables, cities: Gazetteer) {
  const { pins, names, nameEnds, lats, lons, ranks, districtOf, districts, hashes, hashed } = tables
  const nameOf = (index: number) =>
    decoder.decode(names.subarray(index === 0 ? 0 : nameEnds[index - 1], nameEnds[index]))

  const metros = new Map(
    Object.entries(cityOfPins).map(([pin, city]) => [Number(pin), cities.named(`${city}, India`)[0]]),
  )
  const cityWithPin = (pin: number) => metros.get(Math.floor(pin / 1000))

  /** Shows an area with its city; an area named like its city is that city. */
  function areaOf(index: number, name = nameOf(index)): Area {
    const listed = roundPosition({ lat: lats[index]!, lon: lons[index]! })
    const own = ranks[index]! > 0 ? cityWithPin(pins[index]!) : undefined
    const isLost = own !== undefined && isAstray(listed, own)
    const position = isLost ? positionOf(own) : listed
    const city = own ?? cities.at(position)
    const district = districts[districtOf[index]!]!
    const place: Place =
      city && nameKey(city.city ?? '') !== nameKey(name)
        ? {
            ...city,
            ...position,
            display: `${name}, ${city.display}`,
            reachKm: isLost ? own.reachKm : undefined,
          }
        : (city ?? {
            city: name,
            state: null,
            country: 'India',
            display: displayOf(inIndia(name)),
            ...position,
          })
    return { place, size: cities.sizeOf(place), district }
  }

  function withPin(pin: number): Place[] {
    const found: number[] = []
    for (let at = firstAtLeast(pins, pin); pins[at] === pin && found.length < most; at++) found.push(at)
    const best = Math.max(...found.map((index) => ranks[index]!))
    const places = distinct(
      found.filter((index) => ranks[index] === best).map((index) => areaOf(index).place),
    )
    const [first, ...others] = places
    // A choice between names of one position would change nothing.
    return first &&
      others.length > 0 &&
      others.every(({ lat, lon }) => lat === first.lat && lon === first.lon)
      ? [{ ...first, display: [pin, displayOf(first)].join(', ') }]
      : places
  }

  /** Finds the offices that sound like a name, towns and quarters first, so that no village crowds them out. */
  function sounding(name: string): number[] {
    const wanted = hashName(soundKey(name))
    const found: number[] = []
    for (let at = firstAtLeast(hashes, wanted); hashes[at] === wanted; at++) found.push(hashed[at]!)
    return found.sort((a, b) => ranks[b]! - ranks[a]!).slice(0, most)
  }

  /** Matches a name with an office: by spelling, by sound, or as the beginning of the office's name. */
  function candidate(index: number, name: string): Candidate | undefined {
    const office = nameOf(index)
    const head = withoutQualifier(office)
    const isWhole = soundKey(office) === soundKey(name)
    if (!isWhole && (!head || soundKey(head) !== soundKey(name))) return undefined
    const isExact = nameKey(office) === nameKey(name)
    const area = areaOf(index, isWhole ? office : head!)
    const town = ranks[index]! > 0 ? townLead : 1
    return { ...area, isExact, score: area.size * town * (isExact ? exactLead : 1) }
  }

  /**
   * Finds 'Indiranagar', within 'Bengaluru' if that was given, likeliest first, which is where the most people live.
   * Areas in large cities are all offered; a village isn't offered beside a city's quarter.
   */
  function called(name: string, within: readonly string[]): Named {
    const head = withoutSide(name)
    const found = candidates(name, within)
    // 'Andheri West' is shown as such, although the office is called Andheri.
    if (found.length > 0 || !head) return offered(found)
    const ofHead = candidates(head, within)
    return offered(ofHead.map((one) => ({ ...one, place: renamed(one.place, capitalized(name)) })))
  }

  function candidates(name: string, within: readonly string[]): Candidate[] {
    const found = [
      ...areasKnown.filter(({ key }) => key === soundKey(name)).map(knownCandidate),
      ...sounding(name).map((index) => candidate(index, name)),
    ].filter((one) => one !== undefined)
    return found.filter((one) => within.length === 0 || within.some((part) => isWithin(one, part)))
  }

  function knownCandidate({ name, city, pin }: KnownArea): Candidate | undefined {
    const at = firstAtLeast(pins, pin)
    const home = cities.named(`${city}, India`)[0]
    if (pins[at] !== pin || !home) return undefined
    const listed = roundPosition({ lat: lats[at]!, lon: lons[at]! })
    const isLost = isAstray(listed, home)
    const place = {
      ...home,
      ...(isLost ? positionOf(home) : { ...listed, reachKm: undefined }),
      display: `${name}, ${home.display}`,
    }
    const size = cities.sizeOf(home)
    return { place, size, district: '', isExact: true, score: size * townLead * exactLead }
  }

  const isWithin = ({ place, district }: Area, part: string) =>
    [place.city, place.state, place.country, district].some((one) => one && cities.isCalled(one, part))

  /** Returns the names of towns and quarters within some kilometres; a village counts where there is nothing else. */
  function around(middle: Position, km: number): Ranked[] {
    const isNear = squareAround(middle, km)
    const found: Ranked[] = []
    for (let index = 0; index < lats.length; index++) {
      const [lat, lon] = [lats[index]!, lons[index]!]
      if (!isNear(lat, lon)) continue
      const name = nameOf(index)
      found.push({ name: withoutQualifier(name) ?? name, lat, lon, rank: Math.min(ranks[index]!, 1) })
    }
    return found
  }

  return { withPin, called, around }
}

export type PostOffices = ReturnType<typeof openPostOffices>

function offered(candidates: readonly Candidate[]): Named {
  const sorted = candidates.toSorted((a, b) => b.score - a.score)
  const [best] = sorted
  if (!best) return { places: [], isExact: false }
  const likely = sorted.filter(
    ({ score, size, isExact }) => score * clearLead > best.score || (isExact && size >= largeCity),
  )
  return { places: distinct(likely.map(({ place }) => place)), isExact: best.isExact }
}

const positionOf = ({ lat, lon }: Place): Position => ({ lat, lon })

const astrayKm = 35
const isAstray = (position: Position, city: Place) => distanceKm(position, city) > astrayKm

const renamed = (place: Place, name: string): Place => {
  const [, ...rest] = place.display.split(', ')
  return { ...place, display: [name, ...rest].join(', ') }
}

const capitalized = (name: string) => name.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())

const inIndia = (city: string) => ({ city: fold(city) ? city : null, state: null, country: 'India' })

const distinct = (places: readonly Place[]) =>
  places
    .filter(({ display }, index) => places.findIndex((one) => one.display === display) === index)
    .slice(0, 5)
