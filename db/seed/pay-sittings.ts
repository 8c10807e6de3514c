import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Work } from '#/kernel/server/work.ts'
import { MINUTE } from '#/kernel/time.ts'
import { closePayment, openPayment } from '#/payments/server/index.ts'
import { settleRefund } from '#/payments/server/refunds.ts'
import { settle } from '#/payments/server/settle.ts'

const workAt = (db: Db, now: Date): Work => ({ db, now, announce: async () => undefined })

type Paid = { paymentId: string; endsAt: Date }

/** Pays for an agreed sitting in the sandbox. */
export async function paySitting(db: Db, appointmentId: string, paidAt: Date): Promise<Paid> {
  const work = workAt(db, paidAt)
  const row = await db
    .selectFrom('appointments as a')
    .innerJoin('pet_owners as o', 'o.id', 'a.pet_owner_id')
    .innerJoin('providers as p', 'p.id', 'a.provider_id')
    .select(['a.price', 'a.currency', 'a.provider_user_id', 'a.starts_at', 'a.ends_at'])
    .select(['o.user_id', 'p.full_name'])
    .where('a.id', '=', appointmentId)
    .executeTakeFirstOrThrow()
  const amount = row.price!
  const paymentId = await openPayment(work, {
    ...{ appointmentId, payerUserId: row.user_id, payeeUserId: row.provider_user_id, amount },
    ...{ currency: row.currency, description: `Pet sitting with ${row.full_name}`, taxPercent: 0 },
    ...{ methodId: null, terms: { payBy: row.starts_at, chargeAt: null } },
  })
  const attemptId = newId<'payment attempt'>()
  await db
    .insertInto('payment_attempts')
    .values({ id: attemptId, payment_id: paymentId, gateway: 'sandbox', status: 'open', created_at: paidAt })
    .execute()
  await settle(work, attemptId, {
    ...{ ref: `demo-${appointmentId}`, state: 'succeeded', paidAt, failure: null, disputes: [] },
    ...{ amount, currency: row.currency },
    method: { type: 'upi', brand: null, lastFour: null, upiId: 'asha@okbank' },
  })
  return { paymentId, endsAt: row.ends_at }
}

/** Releases a sitting's money to the sitter, as if it had been done. */
export async function releaseSitting(db: Db, { paymentId, endsAt }: Paid): Promise<void> {
  const payableFrom = new Date(endsAt.getTime() + 48 * 60 * MINUTE)
  await db.updateTable('payments').set({ payable_from: payableFrom }).where('id', '=', paymentId).execute()
}

/** Refunds a sitting that didn't take place in full. */
export async function refundSitting(db: Db, { paymentId }: Paid, at: Date): Promise<void> {
  const work = workAt(db, at)
  await closePayment(work, paymentId, { refund: (paid) => paid, reason: 'You cancelled it' })
  const refunds = await db.selectFrom('refunds').select('id').where('payment_id', '=', paymentId).execute()
  for (const { id } of refunds)
    await settleRefund(
      work,
      { refundId: id, tries: 1 },
      { ref: `demo-refund-${id}`, state: 'succeeded', failure: null },
    )
  // The sandbox doesn't know them, and would be asked about them every day.
  await db.updateTable('refunds').set({ gateway_ref: null }).where('payment_id', '=', paymentId).execute()
}
