import type { Position } from '#/location/rules.ts'
import { distanceKm } from './distance.ts'
import { packNames } from './gazetteer-tables.ts'
import { hashName } from './hash-name.ts'
import { soundKey, withoutQualifier } from './name-keys.ts'

/** India's post offices in flat arrays: 8 MB, sorted by PIN code. */
export type PostOfficeTables = {
  pins: Uint32Array
  names: Uint8Array
  nameEnds: Uint32Array
  lats: Float32Array
  lons: Float32Array
  /** 2 head office, 1 town or quarter, 0 village. */
  ranks: Uint8Array
  districtOf: Uint16Array
  districts: string[]
  hashes: Uint32Array
  hashed: Uint32Array
}

export type PostOfficeRow = { o: string; p: string; t: string; i: string; a: number; n: number }

const rankOf: Readonly<Record<string, number>> = { HO: 2, PO: 1, BO: 0 }
/** A village's position further than this from its PIN code's is wrong, and so is a town's or quarter's of fewer kilometres. */
const astrayKm = 15
const astrayInTownKm = 2
/** The second source puts some PIN codes into other states: this far from the others of their first three digits. */
const otherStateKm = 120

/**
 * Makes the tables from the list's offices.
 *
 * @param secondPosition another source's position of a PIN code, which decides where the two differ
 */
export function makePostOfficeTables(
  rows: readonly PostOfficeRow[],
  secondPosition: (pin: number) => Position | undefined,
): PostOfficeTables {
  const offices = rows
    .map(({ o, p, t, i, a, n }) => ({
      name: areaName(o),
      pin: Number(p),
      rank: rankOf[t] ?? 0,
      district: i,
      lat: a,
      lon: n,
    }))
    .filter(({ name, pin }) => name !== '' && pin >= 100_000 && pin <= 999_999)
    .sort((a, b) => a.pin - b.pin || b.rank - a.rank)
  const middles = [10, 100, 1000].map((size) => middlesOf(offices, (pin) => Math.floor(pin / size)))
  const own = middlesOf(offices, (pin) => pin)
  const checked = checkedPositions(new Set(offices.map(({ pin }) => pin)), secondPosition)
  const positions = offices.map((office): Position => {
    const known = checked.get(office.pin)
    const middle = known ?? own.get(office.pin)
    const most = known && office.rank > 0 ? astrayInTownKm : astrayKm
    if (middle && isInIndia(office) && distanceKm(office, middle) <= most) return office
    return (
      middle ??
      middles[0]!.get(Math.floor(office.pin / 10)) ??
      middles[1]!.get(Math.floor(office.pin / 100)) ??
      middles[2]!.get(Math.floor(office.pin / 1000)) ?? { lat: 22, lon: 79 }
    )
  })
  const districts = [...new Set(offices.map(({ district }) => district))]
  const districtNumbers = new Map(districts.map((district, index) => [district, index]))
  const hashes = offices.map(({ name }) => hashName(soundKey(name)))
  const hashed = offices.map((_office, index) => index)
  for (const [index, { name, rank }] of offices.entries()) {
    const head = rank > 0 ? withoutQualifier(name) : null
    if (head) hashed[hashes.push(hashName(soundKey(head))) - 1] = index
  }
  const order = Uint32Array.from(hashes.keys()).sort((a, b) => hashes[a]! - hashes[b]!)
  return {
    pins: Uint32Array.from(offices, ({ pin }) => pin),
    ...packNames(offices),
    lats: Float32Array.from(positions, ({ lat }) => lat),
    lons: Float32Array.from(positions, ({ lon }) => lon),
    ranks: Uint8Array.from(offices, ({ rank }) => rank),
    districtOf: Uint16Array.from(offices, ({ district }) => districtNumbers.get(district)!),
    districts,
    hashes: order.map((key) => hashes[key]!),
    hashed: order.map((key) => hashed[key]!),
  }
}

function areaName(office: string): string {
  return office
    .replace(/\(.*$/, '')
    .replace(/\s+(?:(?:[SBH]|GP|MD|N?DS|N?DTS|TS)\.? ?O|G\. ?P\. ?O|Dely)\b.*$/i, '')
    .replace(/[\s.,-]+$/, '')
    .trim()
}

/** Returns the second source's positions, without those that the others of their district contradict. */
function checkedPositions(pins: Iterable<number>, secondPosition: (pin: number) => Position | undefined) {
  const all = [...pins].flatMap((pin) => {
    const position = secondPosition(pin)
    return position && isInIndia(position) ? [{ pin, ...position }] : []
  })
  const district = (pin: number) => Math.floor(pin / 1000)
  const middles = middlesOf(all, district)
  return new Map(
    all
      .filter((one) => distanceKm(one, middles.get(district(one.pin))!) <= otherStateKm)
      .map(({ pin, ...position }) => [pin, position]),
  )
}

const isInIndia = ({ lat, lon }: Position) => lat > 6 && lat < 38 && lon > 68 && lon < 98

/** Returns the median positions of offices whose PIN codes share a key. */
function middlesOf(offices: readonly (Position & { pin: number })[], keyOf: (pin: number) => number) {
  const groups = Map.groupBy(offices.filter(isInIndia), ({ pin }) => keyOf(pin))
  const middle = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!
  return new Map(
    [...groups].map(([key, group]) => [
      key,
      { lat: middle(group.map(({ lat }) => lat)), lon: middle(group.map(({ lon }) => lon)) },
    ]),
  )
}
