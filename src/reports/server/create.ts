import type { Updateable } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { patchOf, rowOf } from '#/kernel/server/record-rows.ts'
import type { PetReports } from '#/kernel/server/schema.ts'
import type { Serving } from '#/kernel/server/serve.ts'
import { deleteUploads } from '#/kernel/server/uploads.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import type { NewReport, ReportChange } from '#/reports/contract.ts'
import { refuse } from '#/reports/errors.ts'
import type { AlertsDue, ReportChanged, ReportCreated, ReportDeleted } from '#/reports/events.ts'
import { fieldsFor, publicTexts } from '#/reports/fields.ts'
import { linkedFields } from '#/reports/public-text.ts'
import { nextAskAt, reportLimits } from '#/reports/rules.ts'
import { addEntry, isJustNoted } from './entries.ts'
import { findPetPhoto, listFollowers, lockOwn } from './queries.ts'
import { expectRoomUnconfirmed } from './room.ts'
import { expectSeen } from './seen.ts'
import { dropNotices } from './subscribers.ts'

type Work = ActorWork & Pick<Serving, 'keepPicture' | 'forgetPicture'>

/** @throws reports.unconfirmed, reports.no_links, reports.photo_needed, reports.pet_not_found, reports.seen_… */
export async function createReport(
  work: Work & Pick<Serving, 'config'>,
  input: NewReport,
): Promise<{ id: string }> {
  const { db, actor, now, announce, keepPicture } = work
  expectNoLinks(input)
  expectSeen(input.seenAt, now)
  const pet = input.petId ? await findPetPhoto(db, actor, input.petId) : undefined
  if (input.petId && !pet) refuse('reports.pet_not_found')
  if (input.status === 'lost' && input.photos.length === 0 && !pet?.photo_url) refuse('reports.photo_needed')
  await expectRoomUnconfirmed(work, 'reports')
  const photos: string[] = []
  for (const photo of input.photos) photos.push(await keepPicture(photo))
  const id = newId<'pet_report'>()
  await db
    .insertInto('pet_reports')
    .values({
      id,
      user_id: actor.userId,
      status: input.status,
      pet_id: input.petId ?? null,
      ...rowOf(fieldsFor[input.status], input),
      species: input.species,
      seen_at: input.seenAt,
      ...placeOf(input.place),
      photos,
      created_at: now,
      updated_at: now,
      renewed_at: now,
      ask_at: nextAskAt(now),
    })
    .execute()
  await announce<ReportCreated>('reports.created', { reportId: id, after: null })
  return { id }
}

function expectNoLinks(texts: NewReport | ReportChange): void {
  const written = Object.fromEntries(publicTexts.map((name) => [name, texts[name]]))
  if (linkedFields({ ...written, area: texts.place?.area }).length > 0) refuse('reports.no_links')
}

const placeOf = ({ area, position, reachKm }: NewReport['place']) => ({
  location_address: area,
  latitude: position?.lat ?? null,
  longitude: position?.lon ?? null,
  reach_km: (position && reachKm) ?? null,
})

/**
 * Writes the given parts. Changing a report also confirms it.
 * @throws reports.not_active, reports.no_links, reports.too_many_photos, reports.photo_needed, reports.seen_…
 */
export async function changeReport(work: Work, change: ReportChange): Promise<void> {
  const { db, actor, now, announce } = work
  const before = (await lockOwn(db, actor, change.id)) ?? refuseRequest('request.not_found')
  if (before.state !== 'active') refuse('reports.not_active')
  expectNoLinks(change)
  if (change.seenAt) expectSeen(change.seenAt, now)

  const changes: Updateable<PetReports> = {
    ...patchOf(fieldsFor[before.status], change),
    ...(change.species && { species: change.species }),
    ...(change.seenAt && { seen_at: change.seenAt }),
  }
  if (change.place) Object.assign(changes, placeOf(change.place))
  const photos = await changePhotos(work, before, change)
  if (photos) changes.photos = photos
  if (Object.keys(changes).length === 0) return
  const isNews = !(await isJustNoted(db, change.id, 'updated', now))
  await db
    .updateTable('pet_reports')
    .set({ ...changes, updated_at: now, renewed_at: now, ask_at: nextAskAt(now) })
    .where('id', '=', change.id)
    .execute()
  if (before.latitude === null && change.place?.position)
    await announce<AlertsDue>('reports.alerts_due', { reportId: change.id, after: null })
  if (!isNews) return
  const mark = await addEntry(db, { reportId: change.id, userId: actor.userId, kind: 'updated', now })
  await announce<ReportChanged>('reports.changed', { reportId: change.id, what: 'update', mark })
}

type Before = NonNullable<Awaited<ReturnType<typeof lockOwn>>>

async function changePhotos(
  { db, actor, keepPicture, forgetPicture }: Work,
  before: Before,
  { photos: added, removePhotos }: ReportChange,
): Promise<string[] | undefined> {
  const gone = before.photos.filter((url) => removePhotos.includes(url))
  if (added.length === 0 && gone.length === 0) return undefined
  const stay = before.photos.filter((url) => !gone.includes(url))
  if (stay.length + added.length > reportLimits.photos) refuse('reports.too_many_photos')
  const photos = [...stay]
  for (const photo of added) photos.push(await keepPicture(photo))
  if (before.status === 'lost' && photos.length === 0) {
    const pet = before.pet_id ? await findPetPhoto(db, actor, before.pet_id) : undefined
    if (!pet?.photo_url) refuse('reports.photo_needed')
  }
  for (const url of gone) await forgetPicture(url)
  return photos
}

/** Deletes a report. The event notifies its followers, because their rows go with it. */
export async function deleteReport(work: Work, id: string): Promise<void> {
  const { db, actor, announce, forgetPicture } = work
  const before = (await lockOwn(db, actor, id)) ?? refuseRequest('request.not_found')
  const followers = await listFollowers(db, id)
  const photos = db
    .selectFrom('pet_report_entries')
    .where('report_id', '=', id)
    .where('photo_id', 'is not', null)
    .select('photo_id')
    .$castTo<{ photo_id: string }>()
  await deleteUploads(db, photos)
  await db.deleteFrom('pet_reports').where('id', '=', id).execute()
  for (const url of before.photos) await forgetPicture(url)
  const { status, state, pet_name: petName, species } = before
  // Followers know how a closed report ended, or will be told.
  if (state !== 'active') return
  await dropNotices(db, { reportId: id, sources: ['reports.'] })
  if (followers.length === 0) return
  await announce<ReportDeleted>('reports.deleted', {
    reportId: id,
    reporterId: actor.userId,
    followers,
    what: `${status} ${petName ?? species}`,
    petName,
    status,
  })
}
