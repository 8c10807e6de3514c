import { sql } from 'kysely'
import type { Work } from '#/kernel/server/work.ts'
import { sessionShare } from '#/packages/rules.ts'
import { closePayment, dropShare, releaseShare } from '#/payments/server/index.ts'
import { lockPackage, type PackageRow } from './queries.ts'

type Books = { due: number; shared: number; others: number; booked: number }

/** Returns the trainer's final share of the payment, and the amount released so far. */
async function booksOf({ db }: Pick<Work, 'db'>, row: PackageRow, shareId: string): Promise<Books> {
  const { rows } = await sql<Books>`
    select p.amount - greatest(coalesce(p.refund_due, 0), refunded_in_time(p.id)) as due,
      coalesce((select sum(s.amount) from payment_shares s where s.payment_id = p.id), 0)::integer as shared,
      coalesce((select sum(s.amount) from payment_shares s where s.payment_id = p.id and s.id <> ${shareId}), 0)::integer
        as others,
      (select count(*) from package_uses u where u.package_id = p.package_id and u.state = 'booked')::integer as booked
    from payments p where p.id = ${row.payment_id}
  `.execute(db)
  return rows[0]!
}

/** Releases the share of one session; the package's last one gets the remainder. */
export async function releaseSession(
  work: Work,
  packageId: string,
  { useId, payableFrom }: { useId: string; payableFrom: Date },
): Promise<void> {
  const row = (await lockPackage(work.db, packageId))!
  const { due, others, booked } = await booksOf(work, row, useId)
  const left = Math.max(0, due - others)
  const isLast = row.balance === 0 && booked === 0
  await releaseShare(work, {
    shareId: useId,
    paymentId: row.payment_id,
    amount: isLast ? left : Math.min(left, sessionShare(row.price, row.sessions)),
    payableFrom,
  })
}

/**
 * Releases money that no session will use any more: all except refunds and the value of booked and bookable sessions.
 * Call it under the package's lock, after its balance has changed. Returns the amount.
 */
export async function releaseRest(work: Work, packageId: string): Promise<number> {
  const row = (await lockPackage(work.db, packageId))!
  if (row.gone === 0 && row.status === 'active') return 0
  const { due, others, booked } = await booksOf(work, row, row.id)
  const kept = sessionShare(row.price, row.sessions) * (booked + row.balance)
  const amount = Math.max(0, due - others - kept)
  await releaseShare(work, {
    shareId: row.id,
    paymentId: row.payment_id,
    amount,
    payableFrom: work.now,
    isExact: true,
  })
  return amount
}

/** Refunds `total` of the payment, earlier refunds included, and releases the rest. */
export async function refundAndRelease(
  work: Work,
  row: Pick<PackageRow, 'id' | 'payment_id'>,
  { total, reason }: { total: number; reason: string },
): Promise<void> {
  await closePayment(work, row.payment_id, { refund: () => total, reason })
  await releaseRest(work, row.id)
}

export const takeBackSession = (work: Work, useId: string) => dropShare(work, useId)
