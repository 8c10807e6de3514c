import { sql } from 'kysely'
import {
  blockingStatuses,
  pendingLimit,
  unansweredLimit,
  unconfirmedWithProviderLimit,
} from '#/booking/rules.ts'
import type { Db } from '#/kernel/server/db.ts'

const shownOfParties = [
  'vet.id as vet_id',
  'vet.user_id as vet_user_id',
  'vet.full_name as vet_name',
  'vet.location as vet_location',
  'vet.phone_number as vet_phone',
  'vet.profile_image_url as vet_image',
  'vet.specialization as vet_specialization',
  'vet.currency',
  sql<boolean>`vet.verification_status = 'suspended'`.as('vet_suspended'),
  'owner_user.id as owner_user_id',
  'owner_user.name as owner_name',
  'owner_user.contact_email as owner_email',
  'owner_user.erased_at as owner_erased_at',
  'pet.id as pet_id',
  'pet.name as pet_name',
  'pet.breed as pet_breed',
  'pet.species as pet_species',
  'pet.photo_url as pet_photo',
] as const

/** The number of their profile, else the one they sign in with. */
const ownerPhone = sql<string | null>`coalesce(owner.phone_number, (
  select account_id from accounts where user_id = owner_user.id and provider_id = 'phone'))`.as('owner_phone')

/** What has to be known of owner, pet and vet to book, and to show the booking, in one statement. */
export async function findBookingParties(
  db: Db,
  { userId, petId, vetId }: { userId: string; petId: string | null; vetId: string },
) {
  return (
    db
      .selectFrom('veterinary_doctors as vet')
      .innerJoin('users as owner_user', (join) => join.on('owner_user.id', '=', userId))
      .leftJoin('pet_owners as owner', 'owner.user_id', 'owner_user.id')
      .leftJoin('pets as pet', (join) =>
        join
          .onRef('pet.owner_id', '=', 'owner.id')
          .on('pet.id', '=', petId)
          // One that is archived, or remembered, is in no picker: a page that was open before may still name it.
          .on('pet.status', '=', 'active'),
      )
      .where('vet.id', '=', vetId)
      .where('vet.verification_status', '=', 'verified')
      // Who is being erased at this moment has nothing to book with.
      .where('owner_user.erased_at', 'is', null)
      .forKeyShare(['owner_user'])
      .select(shownOfParties)
      .select(ownerPhone)
      .select((eb) => [
        'vet.consultation_fee',
        'vet.refund_policy',
        'vet.offers_in_person',
        'vet.offers_teleconsultation',
        'owner.id as owner_id',
        eb
          .exists(
            eb
              .selectFrom('accounts')
              .select('accounts.id')
              .whereRef('accounts.user_id', '=', 'owner_user.id')
              .where('accounts.provider_id', '=', 'phone'),
          )
          .as('has_confirmed_phone'),
        eb
          .selectFrom(
            eb
              .selectFrom('veterinary_appointments as a')
              .whereRef('a.pet_owner_id', '=', 'owner.id')
              .whereRef('a.veterinary_id', '=', 'vet.id')
              .where('a.status', '=', 'pending')
              .limit(pendingLimit)
              .select('a.id')
              .as('waiting'),
          )
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .as('pending'),
        eb
          .selectFrom(
            eb
              .selectFrom('booking_parties as b')
              .where('b.side', '=', 'owner')
              .where('b.user_id', '=', userId)
              .where('b.status', '=', 'pending')
              .limit(unansweredLimit)
              .select('b.booking_id')
              .as('unanswered'),
          )
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .as('pending_anywhere'),
        eb
          .selectFrom(
            eb
              .selectFrom('veterinary_appointments as a')
              .innerJoin('pet_owners as stranger', 'stranger.id', 'a.pet_owner_id')
              .innerJoin('users as s', 's.id', 'stranger.user_id')
              .whereRef('a.veterinary_id', '=', 'vet.id')
              .where('a.status', '=', 'pending')
              .where(sql<boolean>`not (s.email_verified and s.contact_email is not null)
                and not exists (select from accounts where user_id = s.id and provider_id = 'phone')
                and not (owner_user.email_verified and owner_user.contact_email is not null)`)
              .limit(unconfirmedWithProviderLimit)
              .select('a.id')
              .as('strangers'),
          )
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .as('pending_unconfirmed'),
        sql<boolean>`owner_user.email_verified and owner_user.contact_email is not null`.as(
          'has_confirmed_email',
        ),
      ])
      .executeTakeFirst()
  )
}

/** Appointments with all that either side is shown of them. */
export function selectAppointments(db: Db) {
  return db
    .selectFrom('veterinary_appointments as a')
    .innerJoin('veterinary_doctors as vet', 'vet.id', 'a.veterinary_id')
    .innerJoin('pet_owners as owner', 'owner.id', 'a.pet_owner_id')
    .innerJoin('users as owner_user', 'owner_user.id', 'owner.user_id')
    .leftJoin('pets as pet', 'pet.id', 'a.pet_id')
    .leftJoin('veterinary_ratings as rating', 'rating.appointment_id', 'a.id')
    .leftJoin('payments as payment', 'payment.appointment_id', 'a.id')
    .leftJoin('charges as charge', (join) =>
      join.onRef('charge.payment_id', '=', 'payment.id').on('charge.charge_status', '=', 'pending'),
    )
    .leftJoin('message_blocks as by_vet', (join) =>
      join.onRef('by_vet.blocker_id', '=', 'vet.user_id').onRef('by_vet.blocked_id', '=', 'owner_user.id'),
    )
    .leftJoin('message_blocks as by_owner', (join) =>
      join
        .onRef('by_owner.blocker_id', '=', 'owner_user.id')
        .onRef('by_owner.blocked_id', '=', 'vet.user_id'),
    )
    .select([
      'a.id',
      'a.status',
      'a.starts_at',
      'a.ends_at',
      'a.time_zone',
      'a.appointment_date',
      'a.start_time',
      'a.end_time',
      'a.reason',
      'a.preferred_contact',
      'a.appointment_type',
      'a.consultation_fee',
      'a.refund_policy',
      'a.closing_reason',
      'a.cancelled_by',
      'a.contact_method',
      'a.contact_link',
      'a.payment_required',
      'a.payment_status',
      'a.refund_amount',
      'payment.id as payment_id',
      'payment.status as payment_state',
      'payment.amount as payment_amount',
      'payment.pay_by',
      'charge.due_at as charge_at',
      'a.hold_id',
      'a.created_at',
      'a.cancelled_at',
      'a.first_starts_at',
      'a.reschedules',
      'a.absence_reported_at',
      'a.absence_answered_at',
      'a.no_show_at',
      'owner.id as owner_id',
      'rating.id as rating_id',
      'rating.rating as stars',
      'rating.feedback',
      'rating.reply',
      'rating.created_at as rated_at',
      'rating.removed_at as rating_removed_at',
      'rating.reply_removed_at',
      'rating.replied_at',
      'by_owner.created_at as owner_blocked_at',
      'by_vet.created_at as vet_blocked_at',
      'by_vet.blocked_name as owner_known_name',
    ])
    .select([
      sql<string | null>`by_vet.pet_names ->> pet.id::text`.as('pet_known_name'),
      sql<Date | null>`coalesce(rating.edited_at, rating.created_at)`.as('rating_written_at'),
      sql<Date | null>`case a.status when 'cancelled' then a.cancelled_at when 'declined' then (
        select max(c.changed_at) from booking_changes c where c.booking_id = a.id and c.to_status = 'declined')
        end`.as('closed_at'),
      // Only what came to an end can have been corrected, and only what is paid disputed.
      sql<Date | null>`case when a.status in ('completed', 'no_show') then (
        select max(c.changed_at) from booking_changes c where c.booking_id = a.id and c.admin_id is not null)
        end`.as('corrected_at'),
      sql<Date | null>`case a.status when 'completed' then (
        select max(c.changed_at) from booking_changes c
         where c.booking_id = a.id and c.to_status = 'completed' and c.from_status <> 'completed')
        end`.as('completed_at'),
      sql<boolean>`payment.completed_at is not null and exists (
        select from payment_disputes d where d.payment_id = payment.id and d.status = 'open')`.as(
        'is_disputed',
      ),
    ])
    .select(shownOfParties)
    .select(ownerPhone)
}

export type AppointmentRow = Awaited<
  ReturnType<ReturnType<typeof selectAppointments>['executeTakeFirstOrThrow']>
>

/** An appointment the person has a part in, as owner or as vet, locked until the transaction ends. */
export function findOwnForMove(db: Db, id: string, userId: string) {
  return selectAppointments(db)
    .select('vet.verification_status as vet_standing')
    .where('a.id', '=', id)
    .where((eb) => eb.or([eb('owner.user_id', '=', userId), eb('vet.user_id', '=', userId)]))
    .forNoKeyUpdate(['a'])
    .executeTakeFirst()
}

/** Whose pet a vet's appointment is about, and whether and until when it is theirs to care for. */
export function findPetOfVisit(db: Db, vetId: string, id: string) {
  return db
    .selectFrom('veterinary_appointments')
    .select(['pet_owner_id', 'pet_id', 'status', 'ends_at'])
    .where('id', '=', id)
    .where('veterinary_id', '=', vetId)
    .executeTakeFirst()
}

/** Still to come: open, and not over yet. The statuses stand in the text, where Postgres sees which index has no others. */
export function isUpcoming(now: Date) {
  const open = blockingStatuses.map((status) => sql.lit(status))
  return sql<boolean>`a.status in (${sql.join(open)}) and a.ends_at > ${now}`
}
