import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'

/** Saves a card that can't be charged, and returns its id. */
export async function makeMethod(db: Db, userId: string, { isDefault = true } = {}) {
  const id = newId<'payment method'>()
  await db
    .insertInto('payment_methods')
    .values({
      id,
      user_id: userId,
      method_type: 'card',
      card_brand: 'Visa',
      card_last_four: '4242',
      is_default: isDefault,
      gateway: 'sandbox',
      gateway_ref: `tok_${id}`,
      created_at: new Date('2026-11-01T00:00:00Z'),
    })
    .execute()
  return id
}

type PaymentInput = { appointmentId: string; payerUserId: string; payeeUserId: string; amount?: number }

/** Makes an unpaid payment, and returns its id. */
export async function makePayment(db: Db, input: PaymentInput): Promise<string> {
  const id = newId<'payment'>()
  const at = new Date('2026-11-01T00:00:00Z')
  await db
    .insertInto('payments')
    .values({
      id,
      appointment_id: input.appointmentId,
      payer_user_id: input.payerUserId,
      payee_user_id: input.payeeUserId,
      amount: input.amount ?? 60_000,
      currency: 'INR',
      description: 'Teleconsultation',
      status: 'created',
      created_at: at,
      updated_at: at,
    })
    .execute()
  return id
}
