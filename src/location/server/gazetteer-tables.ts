import { fold } from '#/kernel/fold.ts'
import type { Position } from '#/location/rules.ts'
import { distanceKm } from './distance.ts'
import { hashName } from './hash-name.ts'

/** All the world's places in a few flat arrays, sorted by latitude: 6 MB, where objects take 90. */
export type GazetteerTables = {
  lats: Float32Array
  lons: Float32Array
  names: Uint8Array
  nameEnds: Uint32Array
  /** Thousands of inhabitants; 0 if it isn't a large city. */
  thousands: Uint16Array
  divisionOf: Uint16Array
  divisions: { country: string; state: string | null }[]
  /** The hashes of folded names in rising order, and the place of each. A large city may have two. */
  hashes: Uint32Array
  hashed: Uint32Array
  homeCountry: string | null
}

export type CityRow = { name: string; lat: string; lng: string; country: string; admin1: string }
export type DivisionRow = { code: string; name: string }
export type LargeCityRow = {
  city: string
  lat: number
  lng: number
  pop: number
  iso2: string
  timezone: string
}

export function makeTables(
  cities: readonly CityRow[],
  states: readonly DivisionRow[],
  large: readonly LargeCityRow[],
  homeZone: string,
): GazetteerTables {
  const named = cities.filter(({ name }) => !partOfACity.test(name))
  const rows = named.map(({ name, lat, lng, country, admin1 }) => ({
    name: inLatinLetters(name, country),
    lat: Number(lat),
    lon: Number(lng),
    country,
    division: `${country}.${admin1}`,
  }))
  rows.sort((a, b) => a.lat - b.lat)
  const { names, nameEnds } = packNames(rows)

  const stateNames = new Map(states.map(({ code, name }) => [code, name]))
  const divisions: GazetteerTables['divisions'] = []
  const divisionNumbers = new Map<string, number>()
  const divisionOf = Uint16Array.from(rows, ({ country, division }) => {
    const known = divisionNumbers.get(division)
    if (known !== undefined) return known
    const state = stateNames.get(division)
    divisionNumbers.set(division, divisions.length)
    return divisions.push({ country, state: state ? inLatinLetters(state, country) : null }) - 1
  })

  const thousands = new Uint16Array(rows.length)
  const hashes = rows.map(({ name }) => hashName(fold(name)))
  const hashed = rows.map((_row, index) => index)
  const near = nearIn(rows)
  for (const { city, lat, lng, pop, iso2 } of large) {
    const index = near({ lat, lon: lng }, iso2, fold(city))
    if (index === undefined) continue
    thousands[index] = Math.max(thousands[index]!, Math.min(65_535, Math.round(pop / 1000)))
    // If the two sources spell it differently, both spellings find it.
    if (fold(city) !== fold(rows[index]!.name)) {
      hashes.push(hashName(fold(city)))
      hashed.push(index)
    }
  }
  const order = Uint32Array.from(hashes.keys()).sort((a, b) => hashes[a]! - hashes[b]!)

  return {
    lats: Float32Array.from(rows, ({ lat }) => lat),
    lons: Float32Array.from(rows, ({ lon }) => lon),
    names,
    nameEnds,
    thousands,
    divisionOf,
    divisions,
    hashes: order.map((key) => hashes[key]!),
    hashed: order.map((key) => hashed[key]!),
    homeCountry: large.find(({ timezone }) => timezone === homeZone)?.iso2 ?? null,
  }
}

/** GeoNames has 'Sector' as a quarter of Noida, which nobody would give as their place. */
const partOfACity = /^(?:Sector|Phase|Block|Ward)\b/

export function packNames(rows: readonly { name: string }[]) {
  const encoder = new TextEncoder()
  const nameEnds = new Uint32Array(rows.length)
  const room = new Uint8Array(rows.length * 40)
  let end = 0
  for (const [index, { name }] of rows.entries()) {
    if (room.length - end < name.length * 3) throw new Error('The names are longer than expected')
    end += encoder.encodeInto(name, room.subarray(end)).written
    nameEnds[index] = end
  }
  return { names: room.slice(0, end), nameEnds }
}

type Row = Position & { name: string; country: string }

/**
 * Finds the place that matches a large city of the other source: within 30 km, with the same or nearly the same name.
 */
function nearIn(rows: readonly Row[]) {
  const byDegree = new Map<string, number[]>()
  const cell = (lat: number, lon: number) => `${Math.floor(lat)} ${Math.floor(lon)}`
  for (const [index, { lat, lon }] of rows.entries()) {
    const key = cell(lat, lon)
    const there = byDegree.get(key)
    if (there) there.push(index)
    else byDegree.set(key, [index])
  }
  return (position: Position, country: string, folded: string): number | undefined => {
    const steps = [-0.3, 0, 0.3]
    const cells = steps.flatMap((north) =>
      steps.map((east) => cell(position.lat + north, position.lon + east)),
    )
    const found = [...new Set(cells)]
      .flatMap((key) => byDegree.get(key) ?? [])
      .filter((index) => rows[index]!.country === country)
      .map((index) => ({ index, km: distanceKm(position, rows[index]!) }))
      .filter(({ km }) => km < 30)
      .map((one) => ({ ...one, likeness: likeness(fold(rows[one.index]!.name), folded) }))
      .filter(({ likeness }) => likeness > 0)
      .sort((a, b) => b.likeness - a.likeness || a.km - b.km)
    return found[0]?.index
  }
}

/** Returns 3 for the same; 2: New York City is New York; 1: Vishakhapatnam is Visakhapatnam; 0: different. */
function likeness(a: string, b: string): number {
  if (a === b) return 3
  if (a.startsWith(`${b} `)) return 2
  return consonants(a) === consonants(b) ? 1 : 0
}

const consonants = (folded: string) => folded.replace(/[aeiouhy ]/g, '').replace(/(.)\1+/g, '$1')

/** Countries where marks on letters are from transliteration, so nobody writes them: Thāne is Thane. */
const transliterated = new Set(['IN', 'PK', 'BD', 'NP', 'LK', 'AF', 'IR'])

function inLatinLetters(name: string, country: string): string {
  if (/^[\x20-\x7e]*$/.test(name)) return name
  return transliterated.has(country) ? name.normalize('NFKD').replace(/\p{M}/gu, '') : name
}
