import { sql } from 'kysely'
import {
  pendingLimit,
  unansweredLimit,
  unconfirmedLimit,
  unconfirmedWithProviderLimit,
  upcomingLimit,
} from '#/appointments/rules.ts'
import type { Trade } from '#/booking/trades.ts'
import type { Db } from '#/kernel/server/db.ts'
import { ownerPhone } from './queries.ts'

type Asked = { userId: string; petIds: readonly string[]; trade: Trade; providerId: string; now: Date }

/** A request that waits, or an appointment that its trade confirmed at once: no provider has agreed to it. */
const holdsTimeUnagreed = (now: Date) => sql`a.status in ('pending', 'confirmed')
  and (a.status = 'pending' or (a.is_instant and a.ends_at > ${now}))`

/** Reads everything about owner, pets and provider that a booking depends on, in one statement. */
export async function findParties(db: Db, { userId, petIds, trade, providerId, now }: Asked) {
  const unagreed = holdsTimeUnagreed(now)
  return db
    .selectFrom('providers as provider')
    .innerJoin('users as owner_user', (join) => join.on('owner_user.id', '=', userId))
    .leftJoin('pet_owners as owner', 'owner.user_id', 'owner_user.id')
    .where('provider.id', '=', providerId)
    .where('provider.trade', '=', trade)
    .where('owner_user.erased_at', 'is', null)
    .forKeyShare(['owner_user'])
    .select([
      'provider.user_id as provider_user_id',
      'provider.addressed_as as provider_name',
      'provider.price',
      'provider.currency',
      'provider.refund_policy',
      'provider.specialities',
      'provider.offers_in_person',
      'provider.offers_online',
      'owner.id as owner_id',
      'owner_user.contact_email as owner_email',
    ])
    .select(ownerPhone)
    .select((eb) => [
      eb
        .exists(
          eb
            .selectFrom('accounts')
            .select('accounts.id')
            .whereRef('accounts.user_id', '=', 'owner_user.id')
            .where('accounts.provider_id', '=', 'phone'),
        )
        .as('has_confirmed_phone'),
      // No picker offers archived and remembered pets, but a page opened earlier may still name one.
      sql<number>`(
          select count(*)::integer from pets
           where pets.owner_id = owner.id and pets.status = 'active' and pets.id = any(${[...petIds]}::uuid[]))`.as(
        'known_pets',
      ),
      sql<number>`(select count(*)::integer from (
          select from appointments a
           where a.pet_owner_id = owner.id and a.provider_id = provider.id and a.status = 'pending'
           limit ${sql.lit(pendingLimit)}) waiting)`.as('pending'),
      sql<number>`(select count(*)::integer from (
          select from appointments a where a.pet_owner_id = owner.id and a.status = 'pending'
           limit ${sql.lit(unansweredLimit)}) waiting)`.as('pending_anywhere'),
      sql<number>`(select count(*)::integer from (
          select from appointments a
           where a.pet_owner_id = owner.id and a.provider_id = provider.id
             and a.status in ('pending', 'confirmed') and a.ends_at > ${now}
           limit ${sql.lit(upcomingLimit)}) upcoming)`.as('upcoming'),
      sql<number>`(select count(*)::integer from (
          select from appointments a where a.pet_owner_id = owner.id and ${unagreed}
           limit ${sql.lit(unconfirmedLimit)}) unagreed)`.as('unagreed'),
      sql<number>`(select count(*)::integer from (
          select from appointments a
            join pet_owners stranger on stranger.id = a.pet_owner_id
            join users s on s.id = stranger.user_id
           where a.provider_user_id = provider.user_id and ${unagreed}
             and not (s.email_verified and s.contact_email is not null)
             and not exists (select from accounts where user_id = s.id and provider_id = 'phone')
             and not (owner_user.email_verified and owner_user.contact_email is not null)
           limit ${sql.lit(unconfirmedWithProviderLimit)}) strangers)`.as('pending_unconfirmed'),
      sql<boolean>`owner_user.email_verified and owner_user.contact_email is not null`.as(
        'has_confirmed_email',
      ),
    ])
    .executeTakeFirst()
}

export type Parties = NonNullable<Awaited<ReturnType<typeof findParties>>> & { owner_id: string }
