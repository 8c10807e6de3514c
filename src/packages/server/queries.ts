import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'

/**
 * Tells whether the trainer of the package `k` can't be booked by its owner: suspended, rejected or leaving, or because
 * they have blocked the owner.
 */
export const isTrainerAway = sql<boolean>`(
  not exists (select from calendar_providers c where c.provider_id = k.provider_id and c.listed)
  or exists (
    select from message_blocks b join pet_owners o on o.user_id = b.blocked_id
     where o.id = k.pet_owner_id and b.blocker_id = k.provider_user_id))`

const usedCount = sql<number>`(
  select count(*)::integer from package_uses u where u.package_id = k.id and u.state <> 'back')`

/** Leaves out disputes `d` of a payment that came too late: all of that is sent back anyway. */
const isInTime = sql<boolean>`not exists (
  select from ledger_transfers t where t.kind = 'late_payment' and t.source_id = d.attempt_id)`

/** Selects packages with the data that either side sees. */
export function selectPackages(db: Db) {
  return db
    .selectFrom('packages as k')
    .innerJoin('pet_owners as owner', 'owner.id', 'k.pet_owner_id')
    .innerJoin('users as owner_user', 'owner_user.id', 'owner.user_id')
    .innerJoin('providers as v', 'v.id', 'k.provider_id')
    .innerJoin('payments as p', 'p.package_id', 'k.id')
    .select([
      'k.id',
      'k.number',
      'k.status',
      'k.title',
      'k.sessions',
      'k.session_types',
      'k.minutes',
      'k.price',
      'k.single_price',
      'k.currency',
      'k.valid_for',
      'k.valid_unit',
      'k.time_zone',
      'k.balance',
      'k.gone',
      'k.refund_unit',
      'k.created_at',
      'k.paid_at',
      'k.expires_at',
      'k.provider_id',
      'k.provider_user_id',
    ])
    .select([
      'owner.user_id as owner_user_id',
      'owner_user.name as owner_name',
      'owner_user.erased_at as owner_erased_at',
      'v.addressed_as as trainer_name',
      'v.profile_image_url as trainer_image',
      'p.id as payment_id',
      'p.status as payment_state',
      'p.pay_by',
      'p.closed_at as payment_closed_at',
      'p.refund_due',
      'p.receipt_number',
      'p.gateway',
    ])
    .select([
      isTrainerAway.as('is_trainer_away'),
      usedCount.as('used'),
      sql<number>`case when p.completed_at is null then 0 else refunded_in_time(p.id) end`.as('refunded'),
      sql<number>`(select coalesce(sum(d.amount), 0)::integer from payment_disputes d
        where d.payment_id = p.id and d.status = 'lost' and ${isInTime})`.as('taken_back'),
      sql<number>`coalesce((
        select t.captured from payment_attempts t
         where t.payment_id = p.id and t.status = 'succeeded' order by t.settled_at limit 1), p.amount)`.as(
        'captured',
      ),
      sql<boolean>`exists (select from payment_disputes d where d.payment_id = p.id and d.status = 'open' and ${isInTime})`.as(
        'is_disputed',
      ),
      sql<string>`known_name(k.provider_user_id, owner_user.id, owner_user.name)`.as('known_owner_name'),
    ])
}
export type PackageRow = Awaited<ReturnType<ReturnType<typeof selectPackages>['executeTakeFirstOrThrow']>>

/** Locks a package until the transaction ends. Lock order: the appointment first, the payment last. */
export async function lockPackage(db: Db, id: string): Promise<PackageRow | undefined> {
  const locked = await db
    .selectFrom('packages')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return locked && selectPackages(db).where('k.id', '=', id).executeTakeFirst()
}

export async function lockPackageOf(db: Db, paymentId: string): Promise<PackageRow | undefined> {
  const payment = await db
    .selectFrom('payments')
    .select('package_id')
    .where('id', '=', paymentId)
    .executeTakeFirst()
  return payment?.package_id ? lockPackage(db, payment.package_id) : undefined
}

/** Two people can't trade if one of them has blocked the other. */
export const isBlocked = (a: string, column: string) => sql<boolean>`exists (
  select from message_blocks b
   where (b.blocker_id = ${a} and b.blocked_id = ${sql.ref(column)})
      or (b.blocker_id = ${sql.ref(column)} and b.blocked_id = ${a}))`
