import type { DeskPlace, PlaceFields } from '#/emergency/desk.ts'
import type { ImportResult } from '#/emergency/import.ts'
import { addPlace, changePlace, checkPlace, importPlaces, removePlace } from '#/emergency/server/index.ts'
import type { Config } from '#/kernel/server/config.ts'
import type { Work } from '#/kernel/server/work.ts'
import { type Acted, changesOf } from './act.ts'

type Seen = { id: string; version: number }
type ZonedWork = Work & { config: Pick<Config, 'DEFAULT_TIME_ZONE'> }

export async function addPlaceAtDesk(
  work: ZonedWork,
  { fields }: { fields: PlaceFields },
): Promise<Acted & { answer: { id: DeskPlace['id'] } }> {
  const { id, ...place } = await addPlace(work, fields, work.config.DEFAULT_TIME_ZONE)
  return { answer: { id }, subjectId: id, after: identityOf(place) }
}

/** Imports entries from a CSV file; the log says how many. */
export async function importPlacesAtDesk(
  work: ZonedWork,
  { adminId, ...given }: { file: string; isTrial: boolean; adminId: string },
): Promise<Acted & { answer: ImportResult }> {
  const answer = await importPlaces(work, { ...given, timeZone: work.config.DEFAULT_TIME_ZONE })
  const { added, changed, isWritten } = answer
  return { answer, subjectId: adminId, after: { added, changed }, isIdle: !isWritten }
}

export async function changePlaceAtDesk(work: Work, change: Seen & { fields: PlaceFields }): Promise<Acted> {
  const { before, after } = await changePlace(work, change)
  return changesOf(factsOf(before), factsOf(after))
}

export async function checkPlaceAtDesk(work: Work, seen: Seen): Promise<Acted> {
  const { before, after } = await checkPlace(work, seen)
  return { before: { checkedOn: before.checkedOn }, after: { checkedOn: after.checkedOn } }
}

export async function removePlaceAtDesk(work: Work, seen: Seen): Promise<Acted> {
  return { before: identityOf(await removePlace(work, seen)) }
}

const identityOf = ({ kind, name, city, phone }: Pick<DeskPlace, 'kind' | 'name' | 'city' | 'phone'>) => ({
  kind,
  name,
  city,
  phone,
})

/** A mail address can be a person's, and the log is never erased, so it is only said whether there is one. */
const factsOf = (place: DeskPlace) => ({
  ...identityOf(place),
  address: place.address,
  position: place.position && `${place.position.lat}, ${place.position.lon}`,
  species: place.species.join(', '),
  openingHours: place.openingHours,
  note: place.note,
  email: place.email !== null,
})
