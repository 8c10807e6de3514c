import { refuse } from '#/emergency/errors.ts'
import {
  type InjuredMove,
  type InjuredStatus,
  isUnderWay,
  mayAccept,
  statusAfter,
} from '#/emergency/injured.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Changed, Work } from '#/kernel/server/work.ts'
import { mailReleased } from './mails.ts'
import { hashOf } from './tokens.ts'

type Locked = { id: string; status: InjuredStatus; notice_id: string | null }

/**
 * Moves a report for the rescuer with this link.
 * @throws emergency.accepted_by_another, emergency.released_too_often, or emergency.report_moved if the move isn't
 * possible any more
 */
export async function moveRescue(
  work: Pick<Work, 'db' | 'now' | 'announce'>,
  { token, move }: { token: string; move: InjuredMove },
): Promise<void> {
  const { db } = work
  const notice = await db
    .selectFrom('injured_notices')
    .select(['id', 'report_id', 'name', 'releases'])
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst()
  if (!notice?.report_id) return refuseRequest('request.not_found')
  const report = await lockReport(db, notice.report_id)
  const isTheirs = report.notice_id === notice.id
  const isAnothers = report.status !== 'received' && isUnderWay(report.status) && !isTheirs
  if (isAnothers) refuse('emergency.accepted_by_another')
  if (!isTheirs && move !== 'accept') refuse('emergency.report_moved')
  if (move === 'accept' && !mayAccept(notice)) refuse('emergency.released_too_often')
  await moveReport(work, report, move, notice.id)
  if (move !== 'release') return
  await db
    .updateTable('injured_notices')
    .set({ releases: notice.releases + 1 })
    .where('id', '=', notice.id)
    .execute()
  if (notice.releases === 0) await tellOthers(work, report.id, notice)
}

/** Asks the other rescuers again, who may have read that somebody else was going. */
async function tellOthers(
  work: Pick<Work, 'db' | 'announce'>,
  reportId: string,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const rows = await work.db
    .selectFrom('injured_notices as n')
    .innerJoin('emergency_places as p', 'p.id', 'n.place_id')
    .innerJoin('injured_reports as r', 'r.id', 'n.report_id')
    .select(['p.email', 'r.animal', 'r.severity', 'r.city'])
    .where('n.report_id', '=', reportId)
    .where('n.id', '<>', id)
    .where('p.email', 'is not', null)
    .execute()
  for (const { email, ...report } of rows)
    await mailReleased(work, { report: { id: reportId, ...report }, to: email!, by: name })
}

/**
 * Moves a report at the admin's desk and returns its statuses before and after.
 * @throws emergency.report_moved if the move isn't possible, or the report changed since it was read
 */
export async function moveAtDesk(
  work: Pick<Work, 'db' | 'now'>,
  { id, status, move }: { id: string; status: InjuredStatus; move: InjuredMove },
): Promise<Changed> {
  const report = await lockReport(work.db, id)
  if (report.status !== status) refuse('emergency.report_moved')
  return { before: { status }, after: { status: await moveReport(work, report, move, null) } }
}

async function lockReport(db: Db, id: string): Promise<Locked> {
  const report = await db
    .selectFrom('injured_reports')
    .select(['id', 'status', 'notice_id'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return (report as Locked | undefined) ?? refuseRequest('request.not_found')
}

async function moveReport(
  { db, now }: Pick<Work, 'db' | 'now'>,
  { id, status }: Locked,
  move: InjuredMove,
  noticeId: string | null,
): Promise<InjuredStatus> {
  const after = statusAfter(status, move) ?? refuse('emergency.report_moved')
  await db
    .updateTable('injured_reports')
    .set({
      status: after,
      ...(move === 'accept' && { notice_id: noticeId, accepted_at: now }),
      ...(move === 'set_out' && { set_out_at: now }),
      ...(move === 'release' && { notice_id: null, accepted_at: null, set_out_at: null }),
      ...(!isUnderWay(after) && { ended_at: now }),
    })
    .where('id', '=', id)
    .execute()
  return after
}
