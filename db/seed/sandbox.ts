import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Work } from '#/kernel/server/work.ts'
import { closePayment, openPayment } from '#/payments/server/index.ts'
import { settleRefund } from '#/payments/server/refunds.ts'
import { settle } from '#/payments/server/settle.ts'

export const workAt = (db: Db, now: Date): Work => ({ db, now, announce: async () => undefined })

type Paying = { about: string; at: Date; upiId?: string }

/** Pays an open payment in the sandbox. `about`: the id of what it pays for, which names it at the sandbox. */
export async function payInSandbox(
  db: Db,
  paymentId: string,
  { about, at, upiId = 'asha@okbank' }: Paying,
): Promise<void> {
  const { amount, currency } = await db
    .selectFrom('payments')
    .select(['amount', 'currency'])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  await settle(workAt(db, at), await openAttempt(db, paymentId, at), {
    ref: `demo-${about}`,
    state: 'succeeded',
    paidAt: at,
    failure: null,
    disputes: [],
    amount,
    currency,
    method: { type: 'upi', brand: null, lastFour: null, upiId },
  })
}

/** Leaves a payment with a bank that is still deciding. */
export async function leaveWithBank(db: Db, paymentId: string, at: Date): Promise<void> {
  const { amount, currency } = await db
    .selectFrom('payments')
    .select(['amount', 'currency'])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  // Without an id, because the sandbox doesn't know it.
  await settle(workAt(db, at), await openAttempt(db, paymentId, at), {
    ref: null,
    state: 'pending',
    paidAt: null,
    failure: null,
    disputes: [],
    method: null,
    amount,
    currency,
  })
}

async function openAttempt(db: Db, paymentId: string, at: Date): Promise<string> {
  const id = newId<'payment attempt'>()
  await db
    .insertInto('payment_attempts')
    .values({ id, payment_id: paymentId, gateway: 'sandbox', status: 'open', created_at: at })
    .execute()
  return id
}

/** Marks a payment's refunds as sent. */
export async function sendRefunds(db: Db, paymentId: string, at: Date): Promise<void> {
  const refunds = await db.selectFrom('refunds').select('id').where('payment_id', '=', paymentId).execute()
  for (const { id } of refunds)
    await settleRefund(
      workAt(db, at),
      { refundId: id, tries: 1 },
      { ref: `demo-refund-${id}`, state: 'succeeded', failure: null },
    )
  // The sandbox doesn't know them, and would be asked about them every day.
  await db.updateTable('refunds').set({ gateway_ref: null }).where('payment_id', '=', paymentId).execute()
}

type Opening = { at: Date; payBy?: Date; description(provider: string): string }

/** Opens the payment of an appointment, and returns its id. */
export async function openAppointmentPayment(
  db: Db,
  appointmentId: string,
  { at, payBy, description }: Opening,
): Promise<string> {
  const row = await db
    .selectFrom('appointments as a')
    .innerJoin('pet_owners as o', 'o.id', 'a.pet_owner_id')
    .innerJoin('providers as p', 'p.id', 'a.provider_id')
    .select(['a.price', 'a.currency', 'a.provider_user_id', 'a.starts_at', 'o.user_id', 'p.full_name'])
    .where('a.id', '=', appointmentId)
    .executeTakeFirstOrThrow()
  return openPayment(workAt(db, at), {
    appointmentId,
    payerUserId: row.user_id,
    payeeUserId: row.provider_user_id,
    amount: row.price!,
    currency: row.currency,
    description: description(row.full_name),
    taxPercent: 0,
    methodId: null,
    terms: { payBy: payBy ?? row.starts_at, chargeAt: null },
  })
}

/** Closes the payment of something that didn't take place, and refunds it in full if it was paid. */
export async function closeInSandbox(
  db: Db,
  paymentId: string,
  { at, reason }: { at: Date; reason: string },
) {
  await closePayment(workAt(db, at), paymentId, { refund: (paid) => paid, reason })
  await sendRefunds(db, paymentId, at)
}
