import type { Selectable, Updateable } from 'kysely'
import type { Autoships } from '#/kernel/server/schema.ts'
import type { Work } from '#/kernel/server/work.ts'
import { type AutoshipState, actAtOf, mayMoveAutoship, type PauseReason } from '#/shop/autoship-rules.ts'
import { refuse } from '#/shop/errors.ts'

export type AutoshipRow = Selectable<Autoships>

type Move = {
  by: 'owner' | 'system' | 'admin'
  to: AutoshipState
  obstacle?: PauseReason | null
  /** The prices of one unit and of the whole order, as its buyer is told. */
  told?: { price: number; total: number }
  nextOn?: string
  set?: Updateable<Autoships>
}

/**
 * Moves a locked autoship, and returns the number of a notice about it. `waiting` may follow itself: skipped or moved.
 * @throws shop.autoship_changed
 */
export async function moveAutoship(
  { db, now }: Pick<Work, 'db' | 'now'>,
  row: AutoshipRow,
  { by, to, obstacle = null, told, nextOn = row.next_on, set }: Move,
): Promise<number> {
  if (row.status !== to && !mayMoveAutoship(row.status, to, by)) refuse('shop.autoship_changed')
  const isAhead = to === 'announced' || to === 'asking'
  const at = to === 'paused' || to === 'ended' ? null : actAtOf(to, nextOn)
  const sequence = row.sequence + 1
  await db
    .updateTable('autoships')
    .set({
      status: to,
      obstacle,
      next_on: nextOn,
      sequence,
      failures: 0,
      // An overdue step happens at the next sweep, and counts as due from now on.
      act_at: at && new Date(Math.max(at.getTime(), now.getTime())),
      told_price: isAhead ? (told?.price ?? row.told_price) : null,
      told_total: isAhead ? (told?.total ?? row.told_total) : null,
      ...set,
    })
    .where('id', '=', row.id)
    .execute()
  return sequence
}

type Turn = { row: AutoshipRow; outcome: 'ordered' | 'skipped' | 'missed'; orderId?: string }

/** Notes what came of the day that was due. A day that was skipped may be chosen again. */
export async function noteTurn({ db, now }: Pick<Work, 'db' | 'now'>, { row, outcome, orderId }: Turn) {
  const turn = { outcome, order_id: orderId ?? null, created_at: now }
  await db
    .insertInto('autoship_turns')
    .values({ autoship_id: row.id, due_on: row.next_on, ...turn })
    .onConflict((conflict) =>
      conflict
        .columns(['autoship_id', 'due_on'])
        .doUpdateSet(turn)
        .where('autoship_turns.outcome', '<>', 'ordered'),
    )
    .execute()
}
