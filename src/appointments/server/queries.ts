import { type RawBuilder, sql } from 'kysely'
import { blockingStatuses } from '#/appointments/rules.ts'
import type { Db } from '#/kernel/server/db.ts'

/** The number in the owner's profile, or the one they log in with. */
export const ownerPhone = sql<string | null>`coalesce(owner.phone_number, (
  select account_id from accounts where user_id = owner_user.id and provider_id = 'phone'))`.as('owner_phone')

export type PetOfRow = {
  id: string
  name: string
  breed: string | null
  species: 'dog' | 'cat' | 'bird' | 'rabbit' | 'other'
  photoUrl: string | null
  /** The name that the provider knows, if they have blocked the owner since. */
  knownName: string | null
}

type LastChanges = { declined_at: Date | null; corrected_at: Date | null; completed_at: Date | null }

/** Reads when an appointment was declined, or completed and corrected by an administrator, with one look for each. */
const lastChanges = sql<LastChanges>`lateral (
  select max(c.changed_at) filter (where a.status = 'declined' and c.to_status = 'declined') as declined_at,
         max(c.changed_at) filter (where a.status <> 'declined' and c.admin_id is not null) as corrected_at,
         max(c.changed_at) filter (
           where a.status = 'completed' and c.to_status = 'completed' and c.from_status <> 'completed') as completed_at
    from appointment_changes c
   where c.appointment_id = a.id and a.status in ('declined', 'completed', 'no_show'))`.as('change')

/**
 * Selects appointments of every trade, with everything that either side may see. `own` is a view of the same table:
 * Postgres 18 sees that, and reads each row once.
 */
export function selectAppointments(db: Db) {
  return db
    .selectFrom('appointments as a')
    .innerJoin('appointment_details as own', 'own.appointment_id', 'a.id')
    .innerJoin('providers as provider', 'provider.id', 'a.provider_id')
    .innerJoin('pet_owners as owner', 'owner.id', 'a.pet_owner_id')
    .innerJoin('users as owner_user', 'owner_user.id', 'owner.user_id')
    .leftJoin('ratings as rating', 'rating.appointment_id', 'a.id')
    .leftJoin('payments as payment', 'payment.appointment_id', 'a.id')
    .leftJoin('package_uses as session', 'session.appointment_id', 'a.id')
    .leftJoin('packages as package', 'package.id', 'session.package_id')
    .leftJoin('charges as charge', (join) =>
      join.onRef('charge.payment_id', '=', 'payment.id').on('charge.charge_status', '=', 'pending'),
    )
    .leftJoin('appointment_proposals as proposal', (join) =>
      join.onRef('proposal.appointment_id', '=', 'a.id').on('proposal.outcome', 'is', null),
    )
    .leftJoin('message_blocks as by_provider', (join) =>
      join
        .onRef('by_provider.blocker_id', '=', 'provider.user_id')
        .onRef('by_provider.blocked_id', '=', 'owner_user.id'),
    )
    .leftJoin('message_blocks as by_owner', (join) =>
      join
        .onRef('by_owner.blocker_id', '=', 'owner_user.id')
        .onRef('by_owner.blocked_id', '=', 'provider.user_id'),
    )
    .leftJoin(lastChanges, (join) => join.onTrue())
    .select([
      'a.id',
      'a.trade',
      'a.status',
      'a.phase',
      'a.starts_at',
      'a.ends_at',
      'a.time_zone',
      'a.is_online',
      'a.contact_method',
      'a.contact_link',
      'a.address',
      'a.reason',
      'a.price',
      'a.currency',
      'a.refund_policy',
      'a.closing_reason',
      'a.cancelled_by',
      'a.cancelled_at',
      'a.first_starts_at',
      'a.reschedules',
      'a.proposals',
      'a.answer_by',
      'a.started_at',
      'a.stopped_at',
      'a.takes_time',
      'a.nights',
      'a.series_id',
      'a.absence_reported_at',
      'a.absence_answered_at',
      'a.early_end_disputed_at',
      'a.no_show_at',
      'a.created_at',
    ])
    .select([
      'provider.id as provider_id',
      'provider.user_id as provider_user_id',
      'provider.full_name as provider_full_name',
      'provider.addressed_as as provider_name',
      'provider.location as provider_location',
      'provider.phone_number as provider_phone',
      'provider.profile_image_url as provider_image',
      'provider.specialities as provider_specialities',
      'provider.verification_status as provider_standing',
      'provider.is_regulated as provider_is_regulated',
      'provider.is_confirmed as provider_is_confirmed',
    ])
    .select([
      'owner.id as owner_id',
      'owner_user.id as owner_user_id',
      'owner_user.name as owner_name',
      'owner_user.contact_email as owner_email',
      'owner_user.erased_at as owner_erased_at',
      'by_owner.created_at as owner_blocked_at',
      'by_provider.created_at as provider_blocked_at',
      'by_provider.blocked_name as owner_known_name',
    ])
    .select(ownerPhone)
    .select([
      'payment.id as payment_id',
      'payment.status as payment_state',
      'payment.amount as payment_amount',
      'payment.pay_by',
      'payment.completed_at as paid_at',
      'charge.due_at as charge_at',
    ])
    .select([
      'proposal.id as proposal_id',
      'proposal.starts_at as proposed_starts_at',
      'proposal.ends_at as proposed_ends_at',
      'proposal.time_zone as proposed_time_zone',
      'proposal.note as proposal_note',
      'proposal.proposed_at',
      'proposal.lapses_at as proposal_lapses_at',
    ])
    .select([
      'session.id as session_id',
      'session.state as session_state',
      'package.id as package_id',
      'package.title as package_title',
      'package.status as package_status',
    ])
    .select([
      'rating.id as rating_id',
      'rating.rating as stars',
      'rating.feedback',
      'rating.reply',
      'rating.created_at as rated_at',
      'rating.removed_at as rating_removed_at',
      'rating.reply_removed_at',
      'rating.replied_at',
    ])
    .select([
      // Verified ones never are; most rows need no look.
      sql<boolean>`provider.verification_status <> 'verified'
        and exists (select from barred_providers b where b.id = provider.id)`.as('provider_barred'),
      sql<PetOfRow[]>`coalesce((
        select json_agg(json_build_object('id', p.id, 'name', p.name, 'breed', p.breed, 'species', p.species,
                 'photoUrl', p.photo_url, 'knownName', by_provider.pet_names ->> p.id::text) order by ap.position)
          from appointment_pets ap join pets p on p.id = ap.pet_id where ap.appointment_id = a.id), '[]')`.as(
        'pets',
      ),
      'own.detail',
      // By another appointment of the series. A note about a cancellation is allowed besides the rating.
      sql<boolean>`exists (
        select from ratings r where r.series_id = a.series_id and (r.rating is null) = (a.status = 'cancelled'))`.as(
        'series_rated',
      ),
      sql<Date | null>`coalesce(rating.edited_at, rating.created_at)`.as('rating_written_at'),
      sql<Date | null>`case a.status when 'cancelled' then a.cancelled_at else change.declined_at end`.as(
        'closed_at',
      ),
      'change.corrected_at',
      'change.completed_at',
      sql<boolean>`payment.completed_at is not null and exists (
        select from payment_disputes d where d.payment_id = payment.id and d.status = 'open')`.as(
        'is_disputed',
      ),
      sql<number>`case when payment.completed_at is null then 0 else refunded_in_time(payment.id) end`.as(
        'refunded',
      ),
      sql<
        number | null
      >`case when payment.completed_at is null then payment.amount else least(payment.amount, (
        select t.captured from payment_attempts t
         where t.payment_id = payment.id and t.status = 'succeeded' order by t.settled_at limit 1)) end`.as(
        'refundable',
      ),
    ])
}

export type AppointmentRow = Awaited<
  ReturnType<ReturnType<typeof selectAppointments>['executeTakeFirstOrThrow']>
>

/** Finds an appointment in which the person takes part, and locks it until the transaction ends. */
export function findOwnForMove(db: Db, id: string, userId: string) {
  return selectAppointments(db)
    .where('a.id', '=', id)
    .where((eb) => eb.or([eb('owner.user_id', '=', userId), eb('provider.user_id', '=', userId)]))
    .forNoKeyUpdate(['a'])
    .executeTakeFirst()
}

/** Matches open appointments that aren't over. A literal list, so that Postgres can use the partial indexes. */
export function isUpcoming(now: Date | RawBuilder<Date>, alias: 'a' | 'b' = 'a') {
  const open = blockingStatuses.map((status) => sql.lit(status))
  const of = sql.raw(alias)
  return sql<boolean>`${of}.status in (${sql.join(open)}) and ${of}.ends_at > ${now}`
}
