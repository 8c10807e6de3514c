import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import type { VetFigures } from '../contract.ts'

type Row = { rating: number | null; total_reviews: number; answered: number; expired: number }

/**
 * What a vet is known by. Rating and number of reviews are what their card shows.
 *
 * The response rate is `answered` of `asked`, over requests for a visit in the last 365 days or to come whose wait is
 * over. Answered are those the vet accepted, declined or noted as done, whatever became of them then; asked are these
 * and the ones that expired. Left out are those that still wait, and those their owner cancelled, before or after an
 * answer: the vet may have had no time to give one. Null when none is left.
 */
export async function findFigures(db: Db, vetId: string, now: Date): Promise<VetFigures> {
  const { rows } = await sql<Row>`
    select v.rating::float8 as rating, v.total_reviews, a.answered, a.expired
    from veterinary_doctors v cross join lateral (
      select count(*) filter (where status <> 'expired')::int as answered,
             count(*) filter (where status = 'expired')::int as expired
        from veterinary_appointments
       where veterinary_id = v.id and starts_at > ${now}::timestamptz - interval '365 days'
         and status <> 'pending' and cancelled_by is distinct from 'owner'
    ) a
    where v.id = ${vetId}
  `.execute(db)
  const { rating, total_reviews: totalReviews, answered, expired } = rows[0]!
  const asked = answered + expired
  return { rating, totalReviews, answers: asked === 0 ? null : { answered, asked } }
}
