import type { Db } from '#/kernel/server/db.ts'
import type { Payouts } from '../contract.ts'
import { balanceOf } from './ledger.ts'

const shown = 50
/** The one currency there is for now. */
const currency = 'INR'

export async function findPayouts(db: Db, userId: string, now: Date): Promise<Payouts> {
  const [balance, rows] = await Promise.all([
    balanceOf(db, userId, currency, now),
    db
      .selectFrom('payouts')
      .select(['id', 'amount', 'currency', 'reference', 'paid_at'])
      .where('user_id', '=', userId)
      .orderBy('paid_at', 'desc')
      .limit(shown)
      .execute(),
  ])
  return {
    currency,
    ...balance,
    available: Math.max(0, balance.available - balance.disputed),
    payouts: rows.map((row) => ({
      id: row.id,
      amount: { amount: row.amount, currency: row.currency },
      reference: row.reference,
      paidAt: row.paid_at,
    })),
  }
}
