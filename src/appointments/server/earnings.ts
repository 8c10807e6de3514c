import { sql } from 'kysely'
import type { WeekEarnings } from '#/appointments/contract.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Actor } from '#/kernel/server/work.ts'
import type { Day } from '#/kernel/time.ts'
import { currency } from '#/payments/rules.ts'
import { isSameMoney } from '#/payments/server/index.ts'
import { findProviderZone } from './today.ts'

type Row = { since: Day; visits: number; earned: string; directVisits: number; direct: string }

/**
 * Returns a provider's earnings from this week's appointments; the week starts on Monday on their own calendar. Counts
 * what the ledger owes them for ended appointments with this gateway, minus refunds. A used session of a package counts
 * with its released share of the price; a refund that released shares must bear takes the latest first. Leaves out
 * money that an owner's claim or a bank's dispute may still take back. Payouts change nothing. What owners pay the
 * provider directly is known only by the prices of the completed appointments, so it is added up on its own.
 */
export async function findWeekEarnings(
  db: Db,
  actor: Actor,
  { now, gateway }: { now: Date; gateway: string },
): Promise<WeekEarnings> {
  const timeZone = await findProviderZone(db, actor)
  const { rows } = await sql<Row>`
    select to_char(week.monday, 'YYYY-MM-DD') as since, count(*) filter (where paid.earned > 0)::int as visits,
           coalesce(sum(paid.earned) filter (where paid.earned > 0), 0) as earned,
           count(*) filter (where paid.direct > 0)::int as "directVisits",
           coalesce(sum(paid.direct), 0) as direct
    from (select date_trunc('week', ${now}::timestamptz at time zone ${timeZone}) as monday) week
    left join lateral (
      select case when session.id is null then owed.amount
                  else least(share.amount, owed.amount - earlier.amount) end as earned,
             null::integer as direct
        from appointments a
        left join package_uses session on session.appointment_id = a.id and session.state = 'used'
        left join payment_shares share on share.id = session.id
        join payments p on (p.appointment_id = a.id or p.id = share.payment_id)
         and ${isSameMoney(sql`p.gateway`, gateway)}
        cross join lateral (
          select -sum(e.amount) as amount
            from ledger_transfers t
            join ledger_entries e on e.transfer_id = t.id and e.account = 'payable' and e.user_id = ${actor.userId}
           where t.payment_id = p.id
        ) owed
        cross join lateral (
          select coalesce(sum(s.amount), 0) as amount
            from payment_shares s
           where s.payment_id = p.id and (s.created_at, s.id) < (share.created_at, share.id)
        ) earlier
       where a.provider_user_id = ${actor.userId}
         and a.status in ('completed', 'no_show', 'cancelled')
         and p.status in ('completed', 'partially_refunded')
         and a.starts_at >= week.monday at time zone ${timeZone}
         and a.starts_at < (week.monday + interval '7 days') at time zone ${timeZone}
         and (a.absence_reported_at is null or a.absence_answered_at is not null or a.status = 'cancelled')
         and not exists (select from payment_disputes d where d.payment_id = p.id and d.status = 'open')
      union all
      select null, a.price
        from appointments a
       where a.provider_user_id = ${actor.userId}
         and a.status = 'completed'
         and a.starts_at >= week.monday at time zone ${timeZone}
         and a.starts_at < (week.monday + interval '7 days') at time zone ${timeZone}
         and (a.absence_reported_at is null or a.absence_answered_at is not null)
         and not exists (select from payments p where p.appointment_id = a.id)
    ) paid on true
    group by week.monday
  `.execute(db)
  const { since, visits, earned, directVisits, direct } = rows[0]!
  return {
    since,
    visits,
    earned: { amount: Number(earned), currency },
    direct: { visits: directVisits, amount: { amount: Number(direct), currency } },
  }
}
