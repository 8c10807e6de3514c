import { sql } from 'kysely'
import type { Figures } from '#/appointments/contract.ts'
import { providerIdsOf } from '#/booking/trades.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Actor } from '#/kernel/server/work.ts'

type Row = { rating: number | null; total_reviews: number; answered: number; expired: number }

/**
 * Returns what a provider is known by. Rating and number of reviews are what their card shows; over several trades, the
 * average of all reviews.
 *
 * The response rate is `answered` of `asked`, over requests for a time in the last 365 days or to come whose wait is
 * over. Answered are those the provider accepted, declined or noted as done, whatever became of them then; asked are these
 * and the ones that expired. Left out are those that still wait, and those their owner cancelled, before or after an
 * answer: the provider may have had no time to give one. Null when none is left.
 */
export async function findFigures(db: Db, { records }: Actor, now: Date): Promise<Figures> {
  const own = providerIdsOf(records)
  const { rows } = await sql<Row>`
    select p.rating, p.total_reviews, a.answered, a.expired
    from (
      select round(sum(rating * total_reviews) / nullif(sum(total_reviews), 0), 1)::float8 as rating,
             sum(total_reviews)::int as total_reviews
        from providers where id = any(${own}::uuid[])
    ) p cross join (
      select count(*) filter (where status <> 'expired')::int as answered,
             count(*) filter (where status = 'expired')::int as expired
        from appointments
       where provider_id = any(${own}::uuid[]) and starts_at > ${now}::timestamptz - interval '365 days'
         and status <> 'pending' and cancelled_by is distinct from 'owner'
    ) a
  `.execute(db)
  const { rating, total_reviews: totalReviews, answered, expired } = rows[0]!
  const asked = answered + expired
  return { rating, totalReviews, answers: asked === 0 ? null : { answered, asked } }
}
