import { sql } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import type { ActorWork, Work } from '#/kernel/server/work.ts'
import { refuse } from '#/packages/contract.ts'
import type { ReturnTerms } from '#/packages/rules.ts'
import { noteChange } from './changes.ts'
import { refundAndRelease } from './money.ts'
import { openTimeOf } from './open-time.ts'
import { lockPackage, type PackageRow } from './queries.ts'
import { leftToReturn, termsOfReturn } from './show.ts'

/** @throws packages.not_returnable, packages.has_bookings, packages.refund_changed */
export async function returnPackage(
  work: ActorWork,
  { id, refund }: { id: string; refund: number },
): Promise<void> {
  const { db, actor, now } = work
  const row = await lockPackage(db, id)
  if (row?.owner_user_id !== actor.userId) return refuseRequest('request.not_found')
  const terms = termsOfReturn(row, await openTimeOf(db, row, now), now)
  const left = terms ? leftToReturn(row, terms) : 0
  if (!terms || left === 0) return refuse('packages.not_returnable')
  if ((await bookedOf(db, id)) > 0) refuse('packages.has_bookings')
  if (left !== refund) refuse('packages.refund_changed', { refund: left })
  await endWith(work, row, { terms, status: 'returned', by: 'owner', reason: 'You returned the package' })
}

export async function bookedOf(db: Work['db'], packageId: string): Promise<number> {
  const { count } = await db
    .selectFrom('package_uses')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('package_id', '=', packageId)
    .where('state', '=', 'booked')
    .executeTakeFirstOrThrow()
  return count
}

type Ending = {
  terms: ReturnTerms
  status: 'returned' | 'ended'
  by: 'owner' | 'system'
  reason: string
}

/** Ends a package on these terms: the remaining sessions are lost, and the trainer gets whatever isn't refunded. */
export async function endWith(
  work: Work,
  row: PackageRow,
  { terms, status, by, reason }: Ending,
): Promise<void> {
  await closeBalance(work, row.id, { status, refundUnit: terms.refundUnit })
  await refundAndRelease(work, row, { total: terms.refund, reason })
  await noteChange(work, { packageId: row.id, what: status, by })
}

export async function closeBalance(
  { db, now }: Work,
  packageId: string,
  { status, refundUnit }: { status: 'returned' | 'ended' | 'expired'; refundUnit?: number },
): Promise<void> {
  await db
    .updateTable('packages')
    .set((eb) => ({
      status,
      balance: 0,
      closed_at: now,
      refund_unit: refundUnit ?? null,
      gone: eb('gone', '+', eb.ref('balance')),
    }))
    .where('id', '=', packageId)
    .execute()
}
