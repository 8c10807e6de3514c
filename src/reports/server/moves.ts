import { refuseRequest } from '#/kernel/errors.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { refuse } from '#/reports/errors.ts'
import type { ReportChanged } from '#/reports/events.ts'
import { nextAskAt, type ReportMove, stateAfter } from '#/reports/rules.ts'
import { addEntry, isJustNoted } from './entries.ts'
import { findReport, insertFollower, lockOwn } from './queries.ts'

const entryOf = {
  reunite: 'reunited',
  withdraw: 'withdrawn',
  revive: 'revived',
  renew: 'renewed',
} as const satisfies Partial<Record<ReportMove, string>>

/** @throws reports.move_not_allowed */
export async function moveReport(work: ActorWork, move: keyof typeof entryOf, id: string): Promise<void> {
  const { db, actor, now, announce } = work
  const before = (await lockOwn(db, actor, id)) ?? refuseRequest('request.not_found')
  const state = stateAfter(move, before.state) ?? refuse('reports.move_not_allowed')
  const isClosed = state === 'reunited' || state === 'withdrawn'
  await db
    .updateTable('pet_reports')
    .set({
      state,
      updated_at: now,
      renewed_at: now,
      ask_at: nextAskAt(now),
      closed_at: isClosed ? now : null,
    })
    .where('id', '=', id)
    .execute()
  if (move === 'renew' && (await isJustNoted(db, id, 'renewed', now))) return
  const mark = await addEntry(db, { reportId: id, userId: actor.userId, kind: entryOf[move], now })
  await announce<ReportChanged>('reports.changed', { reportId: id, what: move, mark })
}

export async function follow(
  { db, actor, now }: ActorWork,
  { id, isFollowed }: { id: string; isFollowed: boolean },
): Promise<void> {
  const report = (await findReport(db, actor.userId, id)) ?? refuseRequest('request.not_found')
  // Reporters are notified about their own reports anyway.
  if (report.user_id === actor.userId) return
  if (isFollowed) return insertFollower(db, { reportId: id, userId: actor.userId, now })
  await db
    .deleteFrom('pet_report_followers')
    .where('report_id', '=', id)
    .where('user_id', '=', actor.userId)
    .execute()
}
