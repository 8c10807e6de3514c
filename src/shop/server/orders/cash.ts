import { sql } from 'kysely'
import type { Config } from '#/kernel/server/config.ts'
import { textsGoOut } from '#/kernel/server/sms.ts'
import type { PersonWork } from '#/kernel/server/work.ts'
import { refuse } from '#/shop/errors.ts'
import { arrived, onTheWay } from '#/shop/order-states.ts'
import { type CashProblem, mostLapsedOrders } from '#/shop/rules.ts'
import { phoneKey } from '#/shop/server/contact-keys.ts'

export type CashConfig = Pick<Config, 'CASH_ON_DELIVERY' | 'AUTH_SECRET' | 'production' | 'TWILIO_AUTH_TOKEN'>
type CashWork = PersonWork & { config: CashConfig }
export type CashStanding = { problem: CashProblem | null; phoneKey: string | null }

/**
 * Tells why somebody can't pay in cash. Their phone's earlier accounts count too. Call it with the cart locked, so that of two
 * orders at once the second sees the first.
 */
export async function cashStanding({ db, actor, now, config }: CashWork): Promise<CashStanding> {
  const key = await phoneKey(db, actor.userId, config.AUTH_SECRET)
  if (!config.CASH_ON_DELIVERY || !(key || textsGoOut(config))) return { problem: 'off', phoneKey: null }
  if (!key) return { problem: 'phone', phoneKey: null }
  const { rows } = await sql<{
    came_back: boolean
    has_arrived: boolean
    is_open: boolean
    cancelled: number
  }>`
    select coalesce(bool_or(s.came_back), false) as came_back,
        coalesce(bool_or(s.status = any(${[...arrived]}::text[])), false) as has_arrived,
        coalesce(bool_or(o.pays = 'cash' and s.status = any(${[...onTheWay]}::text[])), false) as is_open,
        count(distinct o.id) filter (where o.pays = 'cash' and s.status = 'cancelled'
          and o.placed_at > ${now}::timestamptz - interval '24 hours'
          and exists (select from order_part_changes c
            where c.part_id = s.id and c.to_status = 'cancelled' and c.made_by = 'owner'))::integer as cancelled
      from (select id from orders where user_id = ${actor.userId} union select id from orders where phone_key = ${key}) own
      join orders o on o.id = own.id join order_parts s on s.order_id = o.id
  `.execute(db)
  const found = rows[0]!
  const problem = found.came_back
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
