import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import type { GatewayName } from '#/payments/rules.ts'

/** Locks a payment until the transaction ends. Lock order: the booking first. */
export function lockPayment(db: Db, paymentId: string) {
  return db.selectFrom('payments').selectAll().where('id', '=', paymentId).forNoKeyUpdate().executeTakeFirst()
}
export type PaymentRow = NonNullable<Awaited<ReturnType<typeof lockPayment>>>

/** Nothing is collected while the payer of the payment `p` is suspended, or its payee is or may not act. */
export const isPausedPayment = sql<boolean>`(
  exists (select from users payer where payer.id = p.payer_user_id and payer.suspended_at is not null)
  or exists (select from suspensions s where s.user_id = p.payee_user_id)
  or exists (select from payment_parts part join suspensions s on s.user_id = part.payee_user_id where part.payment_id = p.id)
  or exists (
    select from appointments a join barred_providers b on b.id = a.provider_id where a.id = p.appointment_id)
  or exists (select from packages k join barred_providers b on b.id = k.provider_id where k.id = p.package_id))`

export async function isPaused(db: Db, paymentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('payments as p')
    .select(isPausedPayment.as('paused'))
    .where('p.id', '=', paymentId)
    .executeTakeFirst()
  return row?.paused ?? false
}

export function findOpenAttempt(db: Db, paymentId: string) {
  return db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('status', 'in', ['open', 'pending'])
    .$narrowType<{ gateway: GatewayName }>()
    .executeTakeFirst()
}

export function findAttempt(db: Db, attemptId: string) {
  return db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('id', '=', attemptId)
    .$narrowType<{ gateway: GatewayName }>()
    .executeTakeFirst()
}
export type AttemptRow = NonNullable<Awaited<ReturnType<typeof findAttempt>>>

/** Finds an attempt with everything the gateway needs. `token` is null for a method saved with another gateway. */
export async function findAttemptToMake(db: Db, attemptId: string) {
  return db
    .selectFrom('payment_attempts as t')
    .innerJoin('payments as p', 'p.id', 't.payment_id')
    .innerJoin('users as payer', 'payer.id', 'p.payer_user_id')
    .leftJoin('payment_methods as m', (join) =>
      join.onRef('m.id', '=', 't.payment_method_id').onRef('m.gateway', '=', 't.gateway'),
    )
    .leftJoin('pet_owners as owner', 'owner.user_id', 'payer.id')
    .where('t.id', '=', attemptId)
    .select([
      't.id',
      't.status',
      't.charge_id',
      't.gateway',
      't.gateway_ref',
      't.url',
      'p.id as payment_id',
      'p.amount',
      'p.currency',
      'p.description',
      'p.pay_by',
      'payer.id as payer_user_id',
      'payer.name as payer_name',
      'payer.contact_email as payer_email',
      'owner.phone_number as payer_phone',
      'm.gateway_ref as token',
    ])
    .executeTakeFirst()
}
export type AttemptToMake = NonNullable<Awaited<ReturnType<typeof findAttemptToMake>>>
