import { sql } from 'kysely'
import { HOUR } from '#/kernel/duration.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import { pageSize } from '#/kernel/fields.ts'
import { firstNameOf } from '#/kernel/initial.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import { fileRoot, nameOf, readName } from '#/kernel/server/files/file-names.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Serving } from '#/kernel/server/serve.ts'
import { deleteUploads } from '#/kernel/server/uploads.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import type { Position } from '#/location/rules.ts'
import { dropOvertaken } from '#/notifications/server/index.ts'
import { refuse } from '#/reports/errors.ts'
import type { EntryAdded } from '#/reports/events.ts'
import { deservesWarning, isRiskyName, linkedFields } from '#/reports/public-text.ts'
import { mostEntriesADay } from '#/reports/rules.ts'
import type { Entry } from '#/reports/shapes.ts'
import { endSightingComplaints } from './desk.ts'
import { positionOf } from './present.ts'
import { findReport, insertFollower } from './queries.ts'
import { expectRoomTogether } from './room.ts'
import { expectSeen } from './seen.ts'

type NewEntry = {
  reportId: string
  userId: string | null
  kind: Entry['kind']
  text?: string | null
  seenAt?: Date
  place?: string
  direction?: string | null
  photoId?: string | null
  position?: Position | null
  guestPhone?: string
  now: Date
}

export async function addEntry(db: Db, entry: NewEntry): Promise<string> {
  const id = newId<'report_entry'>()
  await db
    .insertInto('pet_report_entries')
    .values({
      id,
      report_id: entry.reportId,
      user_id: entry.userId,
      kind: entry.kind,
      text: entry.text ?? null,
      seen_at: entry.seenAt ?? null,
      place: entry.place ?? null,
      direction: entry.direction ?? null,
      photo_id: entry.photoId ?? null,
      latitude: entry.position?.lat.toFixed(5) ?? null,
      longitude: entry.position?.lon.toFixed(5) ?? null,
      guest_phone: entry.guestPhone ?? null,
      created_at: entry.now,
    })
    .execute()
  return id
}

/** Tells whether the same is on the timeline already: several within an hour make one line and one notification. */
export async function isJustNoted(
  db: Db,
  reportId: string,
  kind: 'updated' | 'renewed',
  now: Date,
): Promise<boolean> {
  const last = await db
    .selectFrom('pet_report_entries')
    .select('id')
    .where('report_id', '=', reportId)
    .where('kind', '=', kind)
    .where('created_at', '>', new Date(now.getTime() - HOUR))
    .executeTakeFirst()
  return last !== undefined
}

/** Lists what happened to a report, latest first. */
export async function readTimeline(
  { db, visitor }: Pick<Serving, 'db' | 'visitor'>,
  { id, cursor }: { id: string; cursor?: string | undefined },
) {
  const reader = visitor?.userId ?? null
  const report = (await findReport(db, reader, id)) ?? refuseRequest('request.not_found')
  const after = readCursor(cursor, ['date', 'uuid'])
  const rows = await db
    .selectFrom('pet_report_entries as e')
    .leftJoin('users as u', 'u.id', 'e.user_id')
    .select(['e.id', 'e.kind', 'e.user_id', 'e.text', 'e.seen_at', 'e.place', 'e.direction', 'e.photo_id'])
    .select(['e.created_at', 'u.name', 'e.guest_phone', 'e.latitude', 'e.longitude'])
    .select(sql<number | null>`shown_degrees(e.latitude)`.as('shown_latitude'))
    .select(sql<number | null>`shown_degrees(e.longitude)`.as('shown_longitude'))
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('message_blocks as b')
          .select('b.blocked_id')
          .where('b.blocker_id', '=', reader)
          .whereRef('b.blocked_id', '=', 'e.user_id'),
      ).as('is_blocked'),
    )
    .where('e.report_id', '=', id)
    .where('u.suspended_at', 'is', null)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(e.created_at, e.id) < (${after![0]}::timestamptz, ${after![1]}::uuid)`),
    )
    .orderBy('e.created_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(pageSize + 1)
    .execute()
  return toPage(rows, {
    keyOf: (row) => [row.created_at.toISOString(), row.id],
    show: (row): Entry => {
      const isOwn = reader !== null && reader === report.user_id
      return {
        id: row.id,
        kind: row.kind,
        at: row.created_at,
        by: row.name === null ? null : firstNameOf(row.name) || 'Pet owner',
        isReporter: row.user_id !== null && row.user_id === report.user_id,
        mayRemove: isWritten(row.kind) && reader !== null && [row.user_id, report.user_id].includes(reader),
        mayComplain: isWritten(row.kind) && reader !== null && row.user_id !== reader,
        isBlocked:
          isWritten(row.kind) && isOwn && row.user_id !== null && row.user_id !== reader
            ? Boolean(row.is_blocked)
            : null,
        text: row.text,
        seenAt: row.seen_at,
        place: row.place,
        direction: row.direction,
        isRisky:
          deservesWarning({ text: row.text, place: row.place, direction: row.direction }) ||
          isRiskyName(row.name ?? ''),
        photoUrl: row.photo_id && `${fileRoot}${nameOf(pictureOf(row.photo_id))}`,
        position: isOwn
          ? positionOf(row.latitude, row.longitude)
          : positionOf(row.shown_latitude, row.shown_longitude),
        phone: isOwn ? row.guest_phone : null,
      }
    },
  })
}

const isWritten = (kind: Entry['kind']) => kind === 'comment' || kind === 'sighting'
const pictureOf = (id: string) => ({ id, content_type: 'image/webp' as const, is_private: false })

type Written = {
  id: string
  kind: 'comment' | 'sighting'
  text: string | null
  seenAt?: Date
  place?: string
  direction?: string | null
  position?: Position | null | undefined
  photo?: Blob | null | undefined
}

/**
 * Writes a comment or a sighting, and follows the report from then on.
 * @throws reports.no_links, reports.not_active, reports.closed_to_me, reports.wrote_enough, reports.unconfirmed_together, reports.seen_…
 */
export async function writeEntry(
  work: ActorWork & Pick<Serving, 'keepPicture' | 'config' | 'address'>,
  { id: reportId, photo, ...written }: Written,
): Promise<void> {
  const { db, actor, now, announce, keepPicture } = work
  const report = (await findReport(db, actor.userId, reportId)) ?? refuseRequest('request.not_found')
  expectNoLinks(written)
  await lockActive(db, reportId)
  if (await hasBlocked(db, report.user_id, actor.userId)) refuse('reports.closed_to_me')
  if (report.user_id !== actor.userId && (await countToday(work, reportId)) >= mostEntriesADay)
    refuse('reports.wrote_enough')
  if (written.seenAt) expectSeen(written.seenAt, now)
  if (report.user_id !== actor.userId) await expectRoomTogether(work, { reportId, what: 'entries' })
  const photoId = photo ? idOfPicture(await keepPicture(photo)) : null
  const entryId = await addEntry(db, { reportId, userId: actor.userId, ...written, photoId, now })
  if (report.user_id !== actor.userId) await insertFollower(db, { reportId, userId: actor.userId, now })
  await announce<EntryAdded>('reports.entry_added', { entryId })
}

export function expectNoLinks({
  text,
  place,
  direction,
}: Partial<Record<'text' | 'place' | 'direction', string | null>>) {
  if (linkedFields({ text, place, direction }).length > 0) refuse('reports.no_links')
}

/** Locks an active report, so that nothing is added while it is closed or deleted. */
export async function lockActive(db: Db, reportId: string): Promise<void> {
  const locked = await db
    .selectFrom('pet_reports')
    .select('is_active')
    .where('id', '=', reportId)
    .forKeyShare()
    .executeTakeFirst()
  if (!locked?.is_active) refuse('reports.not_active')
}

export const idOfPicture = (url: string): string | null => readName(url.slice(fileRoot.length))?.id ?? null

async function countToday({ db, actor, now }: ActorWork, reportId: string): Promise<number> {
  const { count } = await db
    .selectFrom('pet_report_entries')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('report_id', '=', reportId)
    .where('user_id', '=', actor.userId)
    .where('created_at', '>', new Date(now.getTime() - 24 * HOUR))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function hasBlocked(db: Db, blocker: string, blocked: string): Promise<boolean> {
  const block = await db
    .selectFrom('message_blocks')
    .select('blocker_id')
    .where('blocker_id', '=', blocker)
    .where('blocked_id', '=', blocked)
    .executeTakeFirst()
  return block !== undefined
}

/** Deletes a comment or sighting of the actor, or under their report, with its photo and the notices of it that still wait. */
export async function removeEntry(work: ActorWork, id: string): Promise<void> {
  const { db, actor } = work
  // The report first, as everywhere, so that this doesn't deadlock with its deletion.
  await db
    .selectFrom('pet_report_entries as e')
    .innerJoin('pet_reports as r', 'r.id', 'e.report_id')
    .select('r.id')
    .where('e.id', '=', id)
    .forNoKeyUpdate('r')
    .executeTakeFirst()
  const gone = await db
    .deleteFrom('pet_report_entries as e')
    .using('pet_reports as r')
    .whereRef('r.id', '=', 'e.report_id')
    .where('e.id', '=', id)
    .where('e.kind', 'in', ['comment', 'sighting'])
    .where((eb) => eb.or([eb('e.user_id', '=', actor.userId), eb('r.user_id', '=', actor.userId)]))
    .returning(['e.photo_id', 'e.report_id', 'e.user_id'])
    .executeTakeFirst()
  if (!gone) return refuseRequest('request.not_found')
  await dropOvertaken(db, { reportId: gone.report_id, sources: [`reports.entry_added:${id}`] })
  if (gone.photo_id) await deleteUploads(db, [gone.photo_id])
  if (gone.user_id === null) await endSightingComplaints(work, { reportId: gone.report_id, entryId: id })
}
