import { sql } from 'kysely'
import type { RefundPolicy } from '#/appointments/refunds.ts'
import { unconfirmedWithProviderLimit } from '#/appointments/rules.ts'
import { slotTrades, type Trade } from '#/booking/trades.ts'
import { builtOnce, type StandIns } from '#/kernel/server/built-once.ts'

type Asked = { userId: string; petIds: readonly string[]; trade: Trade; providerId: string; now: Date }

export type Found = {
  provider_user_id: string
  provider_name: string
  price: number | null
  currency: string
  refund_policy: RefundPolicy
  specialities: string[]
  offers_in_person: boolean
  offers_online: boolean
  /** Per appointment; null in trades that take one. */
  max_pets: number | null
  comes_to_owner: boolean
  owner_id: string | null
  owner_email: string | null
  owner_phone: string | null
  has_confirmed_phone: boolean
  has_confirmed_email: boolean
  /** The number of the pets that are the owner's. No picker offers archived ones, but a page opened earlier may. */
  known_pets: number
  pending: number
  pending_anywhere: number
  upcoming: number
  unagreed: number
  pending_unconfirmed: number
}

export type Parties = Found & { owner_id: string }

/**
 * Reads everything about owner, pets and provider that a booking depends on, in one statement and one pass over the
 * owner's open appointments.
 */
export const partiesStatement = builtOnce(
  (db, { userId, petIds, trade, providerId, now }: StandIns<Asked>) => {
    const isBySlot = sql`a.trade in (${sql.join(slotTrades.map((name) => sql.lit(name)))})`
    // No provider has agreed to it: a waiting request, or an appointment that its trade confirmed at once. In the other
    // trades, accepting a request agrees to all of its appointments.
    const isUnagreed = sql`(a.status = 'pending' or (a.is_instant and ${isBySlot} and a.ends_at > ${now}))`
    return sql<Found>`
    select p.user_id as provider_user_id, p.addressed_as as provider_name, p.price, p.currency, p.refund_policy,
      p.specialities, p.offers_in_person, p.offers_online, p.comes_to_owner, p.max_pets, o.id as owner_id,
      u.contact_email as owner_email, coalesce(o.phone_number, phone.account_id) as owner_phone,
      phone.account_id is not null as has_confirmed_phone,
      u.email_verified and u.contact_email is not null as has_confirmed_email,
      (select count(*)::int from pets
        where pets.owner_id = o.id and pets.status = 'active' and pets.id = any(${petIds}::uuid[])) as known_pets,
      own.pending, own.pending_anywhere, own.upcoming, own.unagreed,
      case when u.email_verified and u.contact_email is not null then 0 else (
        select count(*)::int from (
          select from appointments a
            join pet_owners stranger on stranger.id = a.pet_owner_id
            join users s on s.id = stranger.user_id
           where a.provider_user_id = p.user_id and a.status in ('pending', 'confirmed') and ${isUnagreed}
             and not (s.email_verified and s.contact_email is not null)
             and not exists (select from accounts where user_id = s.id and provider_id = 'phone')
           limit ${sql.lit(unconfirmedWithProviderLimit)}) strangers) end as pending_unconfirmed
    from providers p
    join users u on u.id = ${userId} and u.erased_at is null
    left join pet_owners o on o.user_id = u.id
    left join accounts phone on phone.user_id = u.id and phone.provider_id = 'phone'
    cross join lateral (
      select (count(*) filter (where a.provider_id = p.id and a.status = 'pending'))::int as pending,
        (count(*) filter (where a.status = 'pending'))::int as pending_anywhere,
        (count(*) filter (where a.provider_id = p.id and ${isBySlot} and a.ends_at > ${now}))::int as upcoming,
        (count(*) filter (where ${isUnagreed}))::int as unagreed
      from appointments a where a.pet_owner_id = o.id and a.status in ('pending', 'confirmed')
    ) own
    where p.id = ${providerId} and p.trade = ${trade}
    for key share of u
  `.compile(db)
  },
)
