import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import type { PaidOutVisit } from '#/payments/contract.ts'
import { orderName, packageName } from '#/payments/rules.ts'
import { isSameMoney, leftOfPart } from './ledger.ts'

/** Visits that a payout names; it counts the others. */
const named = 3

type Row = {
  payout: string
  count: number
  payer: string
  pet: string | null
  startsAt: Date
  timeZone: string
  packageNumber: string | null
  orderNumber: string | null
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
    with released as (
      select coalesce(share.id, p.id) as id, p.id as payment, share.id as share,
        coalesce(share.payable_from, p.payable_from) as payable_from, coalesce(share.amount, net.amount) as amount
      from payments p
      cross join lateral (
        select -sum(e.amount) as amount
        from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
        where t.payment_id = p.id and e.account = 'payable') net
      left join payment_shares share on share.payment_id = p.id
      where p.payee_user_id = ${userId} and p.completed_at is not null and net.amount > 0
        and ${isSameMoney(sql`p.gateway`, gateway)}
      union all
      select part.id, part.payment_id, part.id, part.payable_from, ${leftOfPart}
      from payment_parts part join payments p on p.id = part.payment_id
      where part.payee_user_id = ${userId} and p.completed_at is not null and ${isSameMoney(sql`p.gateway`, gateway)}
    ), earned as (
      select *, sum(amount) over (order by payable_from, id) as upto
      from released where payable_from is not null and amount > 0
    ), paid as (
      select id, amount, paid_at, sum(amount) over (order by paid_at, id) as upto
      from payouts where user_id = ${userId} and ${isSameMoney(sql`gateway`, gateway)}
    ), both_of as (
      select paid.id as payout, earned.payment, earned.share, earned.payable_from,
        row_number() over (partition by paid.id order by earned.payable_from desc, earned.id desc) as nth,
        count(*) over (partition by paid.id)::integer as count
      from paid join earned on earned.upto > paid.upto - paid.amount and paid.upto > earned.upto - earned.amount
        and earned.payable_from <= paid.paid_at
    )
    select both_of.payout, both_of.count, coalesce(b.starts_at, both_of.payable_from) as "startsAt",
      coalesce(b.time_zone, k.time_zone, 'Asia/Kolkata') as "timeZone", k.number as "packageNumber", o.number as "orderNumber",
      known_pet_name(${userId}, payer.id, pet.id, pet.name) as pet,
      case when payer.erased_at is not null then 'Former user'
           else coalesce(nullif(known_name(${userId}, payer.id, payer.name), ''), 'Pet owner') end as payer
    from both_of
    join payments p on p.id = both_of.payment
    join users payer on payer.id = p.payer_user_id
    left join packages k on k.id = p.package_id
    left join orders o on o.id = p.order_id
    left join package_uses u on u.id = both_of.share
    left join booking_parties b on b.booking_id = coalesce(p.appointment_id, u.appointment_id) and b.side = 'provider'
    left join pets pet on pet.id = b.pet_id
    where both_of.nth <= ${named}
    order by both_of.payout, both_of.nth
  `.execute(db)
  return new Map(
    [...Map.groupBy(rows, ({ payout }) => payout)].map(([payout, visits]) => [
      payout,
      {
        visits: visits.map(({ payer, pet, startsAt, timeZone, packageNumber, orderNumber }) => ({
          payerName: payer,
          pet,
          startsAt,
          timeZone,
          orderReference: orderNumber === null ? null : orderName(orderNumber),
          packageReference: packageNumber === null ? null : packageName(packageNumber),
        })),
        visitCount: visits[0]!.count,
      },
    ]),
  )
}
