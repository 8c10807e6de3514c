import type { DeskPlace, PlaceFields } from '#/emergency/desk.ts'
import type { ImportResult } from '#/emergency/import.ts'
import { addPlace, changePlace, checkPlace, importPlaces, removePlace } from '#/emergency/server/index.ts'
import { writeDown } from './audit.ts'
import type { AdminWork } from './suspension.ts'

type Seen = { id: string; version: number }

export async function addPlaceAtDesk(
  work: AdminWork,
  fields: PlaceFields,
  timeZone: string,
): Promise<string> {
  const { id, ...place } = await addPlace(work, fields, timeZone)
  await writeDown(work, {
    action: 'emergency.added',
    subject: { kind: 'emergency_place', id },
    after: identityOf(place),
  })
  return id
}

/** Imports entries from a CSV file; the log says how many. */
export async function importPlacesAtDesk(
  work: AdminWork,
  given: Parameters<typeof importPlaces>[1],
): Promise<ImportResult> {
  const result = await importPlaces(work, given)
  const { added, changed } = result
  if (result.isWritten)
    await writeDown(work, {
      action: 'emergency.imported',
      subject: { kind: 'admin', id: work.admin.adminId },
      after: { added, changed },
    })
  return result
}

export async function changePlaceAtDesk(
  work: AdminWork,
  change: Seen & { fields: PlaceFields },
): Promise<void> {
  const { before, after } = await changePlace(work, change)
  const [old, next] = [factsOf(before), factsOf(after)]
  const changed = Object.keys(next).filter((name) => old[name] !== next[name])
  const only = (facts: Facts) => Object.fromEntries(changed.map((name) => [name, facts[name]]))
  await writeDown(work, {
    action: 'emergency.changed',
    subject: { kind: 'emergency_place', id: change.id },
    before: only(old),
    after: only(next),
  })
}

export async function checkPlaceAtDesk(work: AdminWork, seen: Seen): Promise<void> {
  const { before, after } = await checkPlace(work, seen)
  await writeDown(work, {
    action: 'emergency.checked',
    subject: { kind: 'emergency_place', id: seen.id },
    before: { checkedOn: before.checkedOn },
    after: { checkedOn: after.checkedOn },
  })
}

export async function removePlaceAtDesk(
  work: AdminWork,
  { reason, ...seen }: Seen & { reason: string },
): Promise<void> {
  const before = await removePlace(work, seen)
  await writeDown(work, {
    action: 'emergency.removed',
    subject: { kind: 'emergency_place', id: seen.id },
    reason,
    before: identityOf(before),
  })
}

type Facts = Record<string, unknown>

const identityOf = ({ kind, name, city, phone }: Pick<DeskPlace, 'kind' | 'name' | 'city' | 'phone'>) => ({
  kind,
  name,
  city,
  phone,
})

/** A mail address can be a person's, and the log is never erased, so it is only said whether there is one. */
const factsOf = (place: DeskPlace): Facts => ({
  ...identityOf(place),
  address: place.address,
  position: place.position && `${place.position.lat}, ${place.position.lon}`,
  species: place.species.join(', '),
  openingHours: place.openingHours,
  note: place.note,
  email: place.email !== null,
})
