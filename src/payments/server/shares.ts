import { sql } from 'kysely'
import type { Work } from '#/kernel/server/work.ts'
import { lockPayment } from './queries.ts'

type Share = {
  /** The id of the session or package that the share is for. */
  shareId: string
  paymentId: string
  amount: number
  payableFrom: Date
  /** Sets the amount of a share that was released before; without it, only its date changes. */
  isExact?: boolean
}

/** Releases a share of a payment to the payee from `payableFrom` on, and never earlier than set before. */
export async function releaseShare(
  { db, now }: Pick<Work, 'db' | 'now'>,
  { shareId, paymentId, amount, payableFrom, isExact = false }: Share,
): Promise<void> {
  const payment = await lockPayment(db, paymentId)
  if (!payment?.completed_at) return
  await db
    .insertInto('payment_shares')
    .values({ id: shareId, payment_id: paymentId, amount, payable_from: payableFrom, created_at: now })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        payable_from: sql<Date>`greatest(payment_shares.payable_from, excluded.payable_from)`,
        ...(isExact && { amount, payable_from: sql<Date>`payment_shares.payable_from` }),
      }),
    )
    .execute()
}

/** Takes back a share of a session that didn't take place after all. */
export async function dropShare({ db }: Pick<Work, 'db'>, shareId: string): Promise<void> {
  await db.deleteFrom('payment_shares').where('id', '=', shareId).execute()
}

/** Withholds a share's payout while a claim is open. */
export async function holdBackShare({ db }: Pick<Work, 'db'>, shareId: string): Promise<void> {
  await db.updateTable('payment_shares').set({ payable_from: null }).where('id', '=', shareId).execute()
}

/** Defers the payout of a released share. */
export async function deferShare({ db }: Pick<Work, 'db'>, shareId: string, until: Date): Promise<void> {
  await db
    .updateTable('payment_shares')
    .set({ payable_from: sql<Date>`greatest(payable_from, ${until}::timestamptz)` })
    .where('id', '=', shareId)
    .where('payable_from', 'is not', null)
    .execute()
}
