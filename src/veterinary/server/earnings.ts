import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import type { Day } from '#/kernel/time.ts'
import { currency } from '#/payments/rules.ts'
import { isSameMoney } from '#/payments/server/index.ts'
import type { WeekEarnings } from '../contract.ts'

type Row = { since: Day; visits: number; earned: string }

/**
 * What a vet has earned by the visits of this week, which begins on Monday on their own calendar: what the ledger owes them
 * for those that are over in the money of this gateway, less what went back. What an owner's claim or a bank's dispute may still
 * take back is left out. Payouts change nothing about it.
 */
export async function findWeekEarnings(
  db: Db,
  vetId: string,
  { now, gateway }: { now: Date; gateway: string },
): Promise<WeekEarnings> {
  const { rows } = await sql<Row>`
    select to_char(week.monday, 'YYYY-MM-DD') as since, count(*) filter (where paid.earned > 0)::int as visits,
           coalesce(sum(paid.earned) filter (where paid.earned > 0), 0) as earned
    from (
      select id, user_id, time_zone, date_trunc('week', ${now}::timestamptz at time zone time_zone) as monday
        from veterinary_doctors where id = ${vetId}
    ) week
    left join lateral (
      select -sum(e.amount) as earned
        from veterinary_appointments a
        join payments p on p.appointment_id = a.id and ${isSameMoney(sql`p.gateway`, gateway)}
        join ledger_transfers t on t.payment_id = p.id
        join ledger_entries e on e.transfer_id = t.id and e.account = 'payable' and e.user_id = week.user_id
       where a.veterinary_id = week.id
         and a.status in ('completed', 'no_show', 'cancelled')
         and a.payment_status in ('completed', 'partially_refunded')
         and a.starts_at >= week.monday at time zone week.time_zone
         and a.starts_at < (week.monday + interval '7 days') at time zone week.time_zone
         and (a.absence_reported_at is null or a.absence_answered_at is not null or a.status = 'cancelled')
         and not exists (select from payment_disputes d where d.payment_id = p.id and d.status = 'open')
       group by a.id
    ) paid on true
    group by week.monday
  `.execute(db)
  const { since, visits, earned } = rows[0]!
  return { since, visits, earned: { amount: Number(earned), currency } }
}
