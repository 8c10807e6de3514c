import { fold } from '#/kernel/fold.ts'
import type { Place } from '#/location/contract.ts'
import type { Gazetteer } from './gazetteer.ts'
import type { PostOffices } from './post-offices.ts'

const pinCode = /(?<!\d)([1-9]\d{2})[ -]?(\d{3})(?!\d)/

/** Thousands of inhabitants of a city whose quarters are better known than small towns elsewhere. */
const metropolis = 500

/** Finds the place for a name, an area or a PIN code, or up to five candidates, likeliest first. */
export function findNamed(name: string, cities: Gazetteer, offices: PostOffices | undefined): Place[] {
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
