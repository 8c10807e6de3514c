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
  const [first = '', ...within] = name.replace(pinCode, '').split(',').map(fold).filter(Boolean)
  if (cities.isLargeCity(first)) return known()
  const areas = offices.called(first, within)
  if (within.length > 0) return areas.length > 0 ? areas : known()
  const towns = known()
  const all = [...areas, ...towns.filter(({ display }) => areas.every((area) => area.display !== display))]
  return all.slice(0, 5)
}
