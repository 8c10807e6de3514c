import { sql } from 'kysely'
import type { Config } from '#/kernel/server/config.ts'
import { textsGoOut } from '#/kernel/server/sms.ts'
import type { PersonWork } from '#/kernel/server/work.ts'
import { refuse } from '#/shop/errors.ts'
import { arrived, onTheWay } from '#/shop/order-states.ts'
import { type CashProblem, daysWithoutCash, mostLapsedOrders } from '#/shop/rules.ts'
import { phoneKey } from '#/shop/server/contact-keys.ts'

export type CashConfig = Pick<Config, 'CASH_ON_DELIVERY' | 'AUTH_SECRET' | 'production' | 'TWILIO_AUTH_TOKEN'>
type CashWork = PersonWork & { config: CashConfig }
export type CashStanding = { problem: CashProblem | null; phoneKey: string | null }

/** The orders of somebody and of their phone's earlier accounts, by id; `key`: the phone's, null without one. */
export const ordersOfBuyer = (userId: string, key: string | null) =>
  sql`select id from orders where user_id = ${userId}::uuid union select id from orders where phone_key = ${key}`

/**
 * Tells why somebody can't pay in cash. Their phone's earlier accounts count too. Call it with the cart locked, so that of two
 * orders at once the second sees the first. A parcel has arrived when its buyer says so or it can't be returned any more, not when a
 * timer or its seller says so.
 */
export async function cashStanding({ db, actor, now, config }: CashWork): Promise<CashStanding> {
  const key = await phoneKey(db, actor.userId, config.AUTH_SECRET)
  if (!config.CASH_ON_DELIVERY || !(key || textsGoOut(config))) return { problem: 'off', phoneKey: null }
  if (!key) return { problem: 'phone', phoneKey: null }
  const { rows } = await sql<{
    is_refused: boolean
    has_arrived: boolean
    is_open: boolean
    cancelled: number
  }>`
    select coalesce(
          max(s.status_since) filter (where s.refused and o.pays = 'cash'
            and s.status_since > ${now}::timestamptz - make_interval(days => ${daysWithoutCash}))
          >= coalesce(max(s.placed_at) filter (where has_arrived), '-infinity'), false) as is_refused,
        coalesce(bool_or(has_arrived), false) as has_arrived,
        coalesce(bool_or(o.pays = 'cash' and not has_arrived and s.status = any(${[...onTheWay, 'delivered']}::text[])), false) as is_open,
        count(distinct o.id) filter (where o.pays = 'cash' and s.status = 'cancelled'
          and o.placed_at > ${now}::timestamptz - interval '24 hours'
          and exists (select from order_part_changes c
            where c.part_id = s.id and c.to_status = 'cancelled' and c.made_by = 'owner'))::integer as cancelled
      from (${ordersOfBuyer(actor.userId, key)}) own
      join orders o on o.id = own.id join order_parts s on s.order_id = o.id
      cross join lateral (select s.status = any(${[...arrived]}::text[]) and (s.status <> 'delivered' or exists (
        select from order_part_changes c where c.part_id = s.id and c.to_status = 'delivered' and c.made_by = 'owner'))) a(has_arrived)
  `.execute(db)
  const found = rows[0]!
  const problem = found.is_refused
    ? ('came_back' as const)
    : found.is_open && !found.has_arrived
      ? ('first' as const)
      : found.cancelled >= mostLapsedOrders
        ? ('cancelled' as const)
        : null
  return { problem, phoneKey: key }
}

const codes = {
  off: 'shop.no_cash',
  phone: 'shop.cash_phone',
  came_back: 'shop.cash_came_back',
  first: 'shop.cash_first',
  cancelled: 'shop.cash_cancelled',
} as const

/** @throws shop.no_cash, shop.cash_phone, shop.cash_came_back, shop.cash_first, shop.cash_cancelled */
export const refuseCash = (problem: CashProblem): never => refuse(codes[problem])
