import type { Place } from '../contract.ts'
import { fold } from './fold.ts'
import type { Gazetteer } from './gazetteer.ts'
import type { PostOffices } from './post-offices.ts'

/** A PIN code as people write it: '560038', '560 038', 'Bengaluru 560038'. */
const pinCode = /(?<!\d)([1-9]\d{2})[ -]?(\d{3})(?!\d)/

/** The place of a name, an area or a PIN code, or up to five that could be meant, the likeliest first. */
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
  // A town that is written so comes before a quarter that only sounds so.
  const all = isExact ? [...areas, ...others(towns, areas)] : [...towns, ...others(areas, towns)]
  return all.slice(0, 5)
}

/** Whether a name is that of a large city, which is meant rather than any quarter: no post office has to be asked. */
export const isCity = (name: string, cities: Gazetteer) =>
  !pinCode.test(name) && cities.isLargeCity(partsOf(name)[0] ?? '')

const partsOf = (name: string) => name.replace(pinCode, '').split(',').map(fold).filter(Boolean)
