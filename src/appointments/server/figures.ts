import { sql } from 'kysely'
import type { Figures } from '#/appointments/contract.ts'
import { providerIdsOf } from '#/booking/trades.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Actor } from '#/kernel/server/work.ts'

type Row = { rating: number | null; total_reviews: number; answered: number; asked: number }

/**
 * Returns a provider's public figures in their current role, or over all their trades in any other: rating and number of
 * reviews as on their card.
 * The response rate is `answered` of `asked`, over decided requests for the last 365 days or the future.
 * `answered` counts requests the provider accepted, declined or marked as done, whatever happened later;
 * `asked` adds the expired ones. Waiting requests don't count, nor do those the owner cancelled or we withdrew: the
 * provider may have had no time to answer. Nor do requests that expired sooner than a day after they came. Appointments
 * that were confirmed at once, or that only wait for a payment, aren't requests. An expired request that took time had been
 * accepted and lapsed unpaid, so it counts as answered: requests with a deadline take no time before that. Null if none is left.
 */
export async function findFigures(db: Db, { role, records }: Actor, now: Date): Promise<Figures> {
  const ofRole = providerIdsOf(role in records ? { [role]: records[role]! } : {})
  const own = ofRole.length > 0 ? ofRole : providerIdsOf(records)
  const { rows } = await sql<Row>`
    select p.rating, p.total_reviews, a.answered, a.asked
    from (
      select round(sum(rating * total_reviews) / nullif(sum(total_reviews), 0), 1)::float8 as rating,
             sum(total_reviews)::int as total_reviews
        from providers where id = any(${own}::uuid[])
    ) p cross join (
      select count(*) filter (where status <> 'expired' or (takes_time and answer_by is not null))::int as answered,
             count(*)::int as asked
        from appointments
       where provider_id = any(${own}::uuid[]) and starts_at > ${now}::timestamptz - interval '365 days'
         and status <> 'pending' and not is_instant and cancelled_by is distinct from 'owner'
         and (is_online and price > 0) is not true
         and (takes_time or cancelled_by is distinct from 'system')
         and (status <> 'expired' or takes_time or answer_by - created_at >= interval '24 hours')
    ) a
  `.execute(db)
  const { rating, total_reviews: totalReviews, answered, asked } = rows[0]!
  return { rating, totalReviews, answers: asked === 0 ? null : { answered, asked } }
}
