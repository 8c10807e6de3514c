import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { blockPerson, reportPerson } from '#/messaging/server/index.ts'
import { refuse } from '#/reports/errors.ts'
import { insertComplaint, writtenText } from './desk.ts'
import { findReport } from './queries.ts'

/** Blocks or unblocks the writer of a comment or sighting under the actor's own report. */
export async function blockWriter(
  work: ActorWork,
  { id, isBlocked }: { id: string; isBlocked: boolean },
): Promise<void> {
  const { db, actor } = work
  const entry = await findWritten(db, id)
  const report = entry && (await findReport(db, actor.userId, entry.report_id))
  if (!entry?.user_id || report?.user_id !== actor.userId) return refuseRequest('request.not_found')
  if (entry.user_id === actor.userId) refuse('reports.own_entry')
  await blockPerson(work, entry.user_id, isBlocked)
}

/**
 * Reports the writer of a comment or sighting to the admins, with what they wrote. What somebody without an account wrote
 * is a complaint about it.
 * @throws reports.own_entry, reports.already_complained, messaging.already_reported
 */
export async function complainAboutEntry(
  work: ActorWork,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const { db, actor } = work
  const entry = await findWritten(db, id)
  if (!entry || !(await findReport(db, actor.userId, entry.report_id)))
    return refuseRequest('request.not_found')
  if (entry.user_id === actor.userId) refuse('reports.own_entry')
  const text = writtenText(entry)
  if (!entry.user_id) {
    const about = { reportId: entry.report_id, sighting: { id, said: text } }
    return insertComplaint(work, { ...about, reason })
  }
  await reportPerson(work, {
    reportedId: entry.user_id,
    reason,
    said: [{ id, by: 'reported', text, at: entry.created_at.toISOString(), pictures: 0 }],
  })
}

/** Finds a comment or sighting whose writer isn't suspended; guests' have no `user_id`. */
function findWritten(db: Db, id: string) {
  return db
    .selectFrom('pet_report_entries as e')
    .leftJoin('users as u', 'u.id', 'e.user_id')
    .select(['e.report_id', 'u.id as user_id', 'e.text', 'e.place', 'e.direction', 'e.created_at'])
    .where('e.id', '=', id)
    .where('e.kind', 'in', ['comment', 'sighting'])
    .where('u.suspended_at', 'is', null)
    .executeTakeFirst()
}
