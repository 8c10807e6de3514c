import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import type { PaidOutVisit } from '#/payments/contract.ts'
import { isSameMoney } from './ledger.ts'

/** How many visits a payout names. */
const named = 3

type Row = {
  payout: string
  count: number
  payer: string
  pet: string | null
  startsAt: Date
  timeZone: string
}
type OfPayout = { visits: PaidOutVisit[]; visitCount: number }

/**
 * Returns the visits behind each payout, latest first. A payout is only an amount, so visits are assigned to it in the order
 * in which they became ready.
 */
export async function visitsOfPayouts(
  db: Db,
  userId: string,
  gateway: string,
): Promise<Map<string, OfPayout>> {
  const { rows } = await sql<Row>`
    with earned as (
      select p.id, p.payable_from, net.amount, sum(net.amount) over (order by p.payable_from, p.id) as upto
      from payments p cross join lateral (
        select -sum(e.amount) as amount
        from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
        where t.payment_id = p.id and e.account = 'payable') net
      where p.payee_user_id = ${userId} and p.completed_at is not null and p.payable_from is not null
        and net.amount > 0 and ${isSameMoney(sql`p.gateway`, gateway)}
    ), paid as (
      select id, amount, paid_at, sum(amount) over (order by paid_at, id) as upto
      from payouts where user_id = ${userId} and ${isSameMoney(sql`gateway`, gateway)}
    ), both_of as (
      select paid.id as payout, earned.id as payment,
        row_number() over (partition by paid.id order by earned.payable_from desc, earned.id desc) as nth,
        count(*) over (partition by paid.id)::integer as count
      from paid join earned on earned.upto > paid.upto - paid.amount and paid.upto > earned.upto - earned.amount
        and earned.payable_from <= paid.paid_at
    )
    select both_of.payout, both_of.count, b.starts_at as "startsAt", b.time_zone as "timeZone",
      known_pet_name(p.payee_user_id, payer.id, pet.id, pet.name) as pet,
      case when payer.erased_at is not null then 'Former user'
           else coalesce(nullif(known_name(p.payee_user_id, payer.id, payer.name), ''), 'Pet owner') end as payer
    from both_of
    join payments p on p.id = both_of.payment
    join users payer on payer.id = p.payer_user_id
    join booking_parties b on b.booking_id = p.appointment_id and b.side = 'provider'
    left join pets pet on pet.id = b.pet_id
    where both_of.nth <= ${named}
    order by both_of.payout, both_of.nth
  `.execute(db)
  return new Map(
    [...Map.groupBy(rows, ({ payout }) => payout)].map(([payout, visits]) => [
      payout,
      {
        visits: visits.map(({ payer, pet, startsAt, timeZone }) => ({
          payerName: payer,
          pet,
          startsAt,
          timeZone,
        })),
        visitCount: visits[0]!.count,
      },
    ]),
  )
}
