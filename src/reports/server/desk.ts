import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { refuseRequest } from '#/kernel/errors.ts'
import { pageSize } from '#/kernel/fields.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import { containing } from '#/kernel/server/like.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { deleteUploads } from '#/kernel/server/uploads.ts'
import type { ActorWork, Changed, Work } from '#/kernel/server/work.ts'
import { dropOvertaken } from '#/notifications/server/index.ts'
import type { DeskEntry, DeskPetReport } from '#/reports/desk.ts'
import { refuse } from '#/reports/errors.ts'
import type { ComplaintsClosed, EntryRemoved, ReportRemoved } from '#/reports/events.ts'
import type { ComplaintOutcome } from '#/reports/rules.ts'
import { presentCard } from './present.ts'
import { findReport, selectShown } from './queries.ts'

/** @throws reports.own_report, reports.already_complained */
export async function complain(
  work: ActorWork,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const { db, actor } = work
  const report = (await findReport(db, actor.userId, id)) ?? refuseRequest('request.not_found')
  if (report.user_id === actor.userId) refuse('reports.own_report')
  await insertComplaint(work, { reportId: id, reason, sighting: null })
}

type Complaint = { reportId: string; reason: string; sighting: { id: string; said: string } | null }

/** @throws reports.already_complained */
export async function insertComplaint(
  { db, actor, now }: ActorWork,
  { reportId, reason, sighting }: Complaint,
): Promise<void> {
  await db
    .insertInto('pet_report_complaints')
    .values({
      id: newId<'complaint'>(),
      report_id: reportId,
      user_id: actor.userId,
      entry_id: sighting?.id ?? null,
      said: sighting?.said ?? null,
      reason,
      created_at: now,
    })
    .execute()
  await db.updateTable('pet_reports').set({ complained_at: now }).where('id', '=', reportId).execute()
}

type Search = { search?: string | undefined; isRemoved: boolean; cursor?: string | undefined }

/** Complaints that a card shows, latest first. */
const mostComplaints = 10

/** Lists reports by the pet's or the reporter's name: the last reported or complained about first, or the removed ones. */
export async function listDeskPetReports(db: Db, { search = '', isRemoved, cursor }: Search) {
  const since = isRemoved ? ('r.removed_at' as const) : ('r.noticed_at' as const)
  const words = search.trim()
  const [at, id] = readCursor(cursor, ['date', 'uuid']) ?? []
  const rows = await selectShown(db)
    .leftJoin('admin_users as remover', 'remover.id', 'r.removed_by')
    .select(sql<null>`null::float8`.as('distance'))
    .select([
      'r.user_id',
      'u.name as reporter',
      'r.story',
      'r.noticed_at',
      'r.removed_at',
      'r.removal_reason',
    ])
    .select('remover.name as remover_name')
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('pet_report_complaints as c')
          .whereRef('c.report_id', '=', 'r.id')
          .leftJoin('pet_report_entries as e', 'e.id', 'c.entry_id')
          .select(['c.id', 'c.reason', 'c.created_at as at', 'c.closed_at', 'c.outcome'])
          .select(['c.entry_id', 'c.said', 'e.id as entry_there'])
          .orderBy('c.created_at', 'desc')
          .limit(mostComplaints),
      ).as('complaints'),
    )
    .where('r.removed_at', isRemoved ? 'is not' : 'is', null)
    .$if(words !== '', (query) =>
      query.where((eb) =>
        eb.or([eb('r.pet_name', 'ilike', containing(words)), eb('u.name', 'ilike', containing(words))]),
      ),
    )
    .$if(at !== undefined, (query) =>
      query.where(sql<boolean>`(${sql.ref(since)}, r.id) < (${at}::timestamptz, ${id}::uuid)`),
    )
    .orderBy(since, 'desc')
    .orderBy('r.id', 'desc')
    .limit(pageSize + 1)
    .execute()
  return toPage(rows, {
    keyOf: (row) => [(isRemoved ? row.removed_at! : row.noticed_at).toISOString(), row.id],
    show: (row): DeskPetReport => {
      const { distanceKm: _, ...card } = presentCard(row)
      return {
        ...card,
        reporter: { id: row.user_id, name: row.reporter },
        story: row.story,
        complaints: row.complaints.map(
          ({ id, reason, at, closed_at, outcome, entry_id, said, entry_there }) => ({
            id,
            reason,
            at: new Date(at),
            sighting:
              entry_id === null ? null : { id: entry_id, text: said ?? '', isThere: entry_there !== null },
            closed:
              closed_at === null ? null : { at: new Date(closed_at), outcome: outcome as ComplaintOutcome },
          }),
        ),
        removed: row.removed_at && {
          at: row.removed_at,
          by: row.remover_name ?? '',
          reason: row.removal_reason!,
        },
      }
    },
  })
}

/**
 * Hides a report from everyone, and tells its reporter why. The row stays.
 * @throws reports.already_removed if another admin was faster
 */
export async function removePetReport(
  work: Work,
  { id, reason, adminId }: { id: string; reason: string; adminId: string },
): Promise<Changed> {
  const { db, now, announce } = work
  const row = await db
    .selectFrom('pet_reports')
    .select('removed_at')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return refuseRequest('request.not_found')
  if (row.removed_at) refuse('reports.already_removed')
  await db
    .updateTable('pet_reports')
    .set({ removed_at: now, removed_by: adminId, removal_reason: reason })
    .where('id', '=', id)
    .execute()
  await closeComplaints(work, id, 'acted')
  await announce<ReportRemoved>('reports.removed', { reportId: id })
  return { before: { removed: false }, after: { removed: true } }
}

/**
 * Leaves a report as it is, and closes the complaints about it.
 * @throws reports.already_removed, or reports.no_open_complaint if another admin was faster
 */
export async function keepPetReport(work: Work, { id }: { id: string }): Promise<Changed> {
  const { db } = work
  const row = await db
    .selectFrom('pet_reports')
    .select(['removed_at', 'complained_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return refuseRequest('request.not_found')
  if (row.removed_at) refuse('reports.already_removed')
  if (row.complained_at === null) refuse('reports.no_open_complaint')
  await closeComplaints(work, id, 'no_breach')
  await db.updateTable('pet_reports').set({ complained_at: null }).where('id', '=', id).execute()
  return { before: { complaints: 'open' }, after: { complaints: 'closed' } }
}

type Under = { id: string; cursor?: string | undefined }

/** Lists what people wrote under a report, the latest first. */
export async function listDeskEntries(db: Db, { id, cursor }: Under) {
  const after = readCursor(cursor, ['date', 'uuid'])
  const rows = await db
    .selectFrom('pet_report_entries as e')
    .leftJoin('users as u', 'u.id', 'e.user_id')
    .select(['e.id', 'e.kind', 'e.created_at', 'e.user_id', 'u.name', 'e.text', 'e.place', 'e.direction'])
    .where('e.report_id', '=', id)
    .where('e.kind', 'in', ['comment', 'sighting'])
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(e.created_at, e.id) < (${after![0]}::timestamptz, ${after![1]}::uuid)`),
    )
    .orderBy('e.created_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(pageSize + 1)
    .$narrowType<{ kind: DeskEntry['kind'] }>()
    .execute()
  return toPage(rows, {
    keyOf: (row) => [row.created_at.toISOString(), row.id],
    show: (row): DeskEntry => ({
      id: row.id,
      kind: row.kind,
      at: row.created_at,
      writer: row.user_id === null ? null : { id: row.user_id, name: row.name ?? '' },
      text: writtenText(row),
    }),
  })
}

/** Joins the place and direction of a sighting and the words. */
export const writtenText = ({
  place,
  direction,
  text,
}: Record<'place' | 'direction' | 'text', string | null>): string =>
  [place, direction, text].filter(Boolean).join(' · ')

type Removed = Changed & { kind: DeskEntry['kind'] }

/**
 * Removes a comment or sighting with its photo, tells its writer why, and closes the complaints about it.
 * @throws reports.already_removed if another admin, the writer or the reporter was faster
 */
export async function removeEntryByDesk(
  work: Work,
  { id, reason }: { id: string; reason: string },
): Promise<Removed> {
  const { db, announce } = work
  // The report first, as everywhere, so that this doesn't deadlock with its deletion.
  const found = await db
    .selectFrom('pet_report_entries as e')
    .innerJoin('pet_reports as r', 'r.id', 'e.report_id')
    .select('r.id')
    .where('e.id', '=', id)
    .where('e.kind', 'in', ['comment', 'sighting'])
    .forNoKeyUpdate('r')
    .executeTakeFirst()
  if (!found)
    return (await wasComplainedAbout(db, id))
      ? refuse('reports.already_removed')
      : refuseRequest('request.not_found')
  const gone = await db
    .deleteFrom('pet_report_entries')
    .where('id', '=', id)
    .returning(['photo_id', 'user_id', 'kind'])
    .$narrowType<{ kind: DeskEntry['kind'] }>()
    .executeTakeFirst()
  if (!gone) return refuse('reports.already_removed')
  const { kind, photo_id, user_id: writerId } = gone
  const reportId = found.id
  await dropOvertaken(db, { reportId, sources: [`reports.entry_added:${id}`] })
  if (photo_id) await deleteUploads(db, [photo_id])
  if (writerId === null) await endSightingComplaints(work, { reportId, entryId: id })
  else
    await announce<EntryRemoved>('reports.entry_removed', { entryId: id, reportId, kind, writerId, reason })
  return { subjectId: reportId, kind, before: { removed: false }, after: { removed: true } }
}

async function wasComplainedAbout(db: Db, entryId: string): Promise<boolean> {
  const complaint = await db
    .selectFrom('pet_report_complaints')
    .select('id')
    .where('entry_id', '=', entryId)
    .executeTakeFirst()
  return complaint !== undefined
}

/** Closes the complaints about a sighting that is gone. */
export async function endSightingComplaints(
  work: Work,
  { reportId, entryId }: { reportId: string; entryId: string },
): Promise<void> {
  await closeComplaints(work, reportId, 'acted', entryId)
  await work.db
    .updateTable('pet_reports as r')
    .set({ complained_at: null })
    .where('r.id', '=', reportId)
    .where('r.complained_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('pet_report_complaints as c')
            .select('c.id')
            .whereRef('c.report_id', '=', 'r.id')
            .where('c.closed_at', 'is', null),
        ),
      ),
    )
    .execute()
}

/** Closes what is open about the report and its sightings, or about one sighting, and tells the writers. */
async function closeComplaints(
  { db, now, announce }: Work,
  id: string,
  outcome: ComplaintOutcome,
  entryId?: string,
) {
  const closed = await db
    .updateTable('pet_report_complaints')
    .set({ closed_at: now, outcome })
    .where('report_id', '=', id)
    .where('closed_at', 'is', null)
    .$if(entryId !== undefined, (query) => query.where('entry_id', '=', entryId!))
    .returning('id')
    .execute()
  const complaintIds = closed.map((complaint) => complaint.id)
  if (closed.length > 0) await announce<ComplaintsClosed>('reports.complaints_closed', { complaintIds })
}
