import { fold } from '#/kernel/fold.ts'
import type { Place } from '#/location/contract.ts'
import type { Gazetteer } from './gazetteer.ts'
import { nameKey } from './name-keys.ts'
import type { PostOffices } from './post-offices.ts'

const pinCode = /(?<!\d)([1-9]\d{2})[ -]?(\d{3})(?!\d)/

/** Thousands of inhabitants of a city whose quarters are better known than small towns elsewhere. */
const metropolis = 500

/** A numbered part of an area, which no list knows: 'Salt Lake' of 'Salt Lake Sector 3'. */
const numbered = /^(.*\S)[ ,-]+(?:sector|sec|block|phase|stage)[ .-]*(?:\d{1,3}|[a-z]{1,2}|[ivx]{1,4})$/i

/**
 * Finds the place for a name, an area or a PIN code, or up to five candidates, likeliest first. If the whole isn't known,
 * a known part of it counts: the area of a sector, or what comes after a comma.
 */
export function findNamed(name: string, cities: Gazetteer, offices: PostOffices | undefined): Place[] {
  const [first = '', ...rest] = name.split(',').flatMap((part) => part.trim() || [])
  const [, area] = numbered.exec(first) ?? []
  const named = (...parts: string[]) => findWhole(parts.join(', '), cities, offices)
  if (area) {
    const places = named(area, ...rest).filter(({ display }) => isFirst(area, display))
    if (places.length > 0)
      return places.map((place) => ({
        ...place,
        display: [first, ...place.display.split(', ').slice(1)].join(', '),
        positionOf: area,
      }))
  }
  const whole = named(first, ...rest)
  if (whole.length > 0 || rest.length === 0) return whole
  return findNamed(rest.join(', '), cities, offices).map((place) => ({
    ...place,
    display: `${first}, ${place.display}`,
    positionOf: place.positionOf ?? place.display.split(', ')[0]!,
  }))
}

const isFirst = (area: string, display: string) => nameKey(display.split(', ')[0]!) === nameKey(area)

function findWhole(name: string, cities: Gazetteer, offices: PostOffices | undefined): Place[] {
  const known = () => cities.named(name)
  if (!offices) return known()
  const [, start, end] = pinCode.exec(name) ?? []
  const withPin = start && end ? offices.withPin(Number(start + end)) : []
  if (withPin.length > 0) return withPin
  const [first = '', ...within] = partsOf(name)
  if (isCity(name, cities)) return known()
  const { places: areas, isExact } = offices.called(first, within)
  if (within.length > 0) return areas.length > 0 ? areas : known()
  const towns = known()
  const others = (some: Place[], than: Place[]) =>
    some.filter(({ display }) => than.every((one) => one.display !== display))
  // A quarter of a metropolis comes before a town that is spelled like it, any other only if it is spelled so and no town is.
  const quarters = isExact ? areas.filter((area) => cities.sizeOf(area) >= metropolis) : []
  const all = [...quarters, ...others(towns, quarters), ...others(areas, [...quarters, ...towns])]
  return all.slice(0, 5)
}

/** Tells whether a name is a large city's, which wins over any quarter, so that no post office is needed. */
export const isCity = (name: string, cities: Gazetteer) =>
  !pinCode.test(name) && cities.isLargeCity(partsOf(name)[0] ?? '')

const partsOf = (name: string) => name.replace(pinCode, '').split(',').map(fold).filter(Boolean)
