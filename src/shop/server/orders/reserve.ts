import { sql } from 'kysely'
import { isConfirmed } from '#/accounts/server/index.ts'
import { MINUTE } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Checkout } from '#/shop/orders.ts'
import {
  minutesOfRest,
  minutesReserved,
  mostHeldUnconfirmed,
  mostMinutesReserved,
  mostReservedUnconfirmed,
} from '#/shop/rules.ts'
import { changeStock, lockStock } from '#/shop/server/stock.ts'

type Wish = { variantId: string; quantity: number }
const after = (time: Date, minutes: number) => new Date(time.getTime() + minutes * MINUTE)

const reservationsOf = (db: Db, checkoutId: string) =>
  db
    .selectFrom('stock_reservations')
    .select(['variant_id', 'quantity'])
    .where('checkout_id', '=', checkoutId)
    .execute()

/** Finds and locks the person's open checkout, so that the sweep can't end it. Call it under the cart's lock. */
export const lockCheckout = (db: Db, userId: string) =>
  db.selectFrom('checkouts').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst()

/** Reads when the person began to reserve each variant. Call it under the cart's lock. */
async function startsOf(db: Db, { userId, now }: { userId: string; now: Date }): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('reservation_starts')
    .select(['variant_id', 'started_at'])
    .where('user_id', '=', userId)
    .where('started_at', '>', after(now, -mostMinutesReserved - minutesOfRest))
    .execute()
  return new Map(rows.map(({ variant_id, started_at }) => [variant_id, started_at]))
}

/** `limits`: whether people who have confirmed nothing share a limit. */
type Keeping = { checkoutId: string; userId: string; wishes: readonly Wish[]; now: Date; limits: boolean }

async function isKnown(db: Db, userId: string): Promise<boolean> {
  const user = await db
    .selectFrom('users as u')
    .select(isConfirmed('u').as('is_confirmed'))
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
  return user.is_confirmed
}

export type NotReserved = NonNullable<Checkout['sellers'][number]['lines'][number]['notReserved']>

/** Returns the variants that stay on sale: those reserved for too long, and those beyond an unconfirmed person's limit. */
async function leftOpen(
  db: Db,
  {
    userId,
    wishes,
    now,
    starts,
  }: Omit<Keeping, 'checkoutId' | 'limits'> & { starts: ReadonlyMap<string, Date> },
): Promise<Map<string, NotReserved>> {
  const open = new Map<string, NotReserved>(
    [...starts].filter(([, start]) => after(start, mostMinutesReserved) <= now).map(([id]) => [id, 'rest']),
  )
  if (wishes.reduce((sum, { quantity }) => sum + quantity, 0) <= mostReservedUnconfirmed) return open
  if (await isKnown(db, userId)) return open
  let reserved = 0
  for (const { variantId, quantity } of wishes.filter((wish) => !open.has(wish.variantId)))
    if (reserved + quantity <= mostReservedUnconfirmed) reserved += quantity
    else open.set(variantId, 'unconfirmed')
  return open
}

/**
 * Reserves what a checkout wishes for 15 minutes from now, but no variant for longer than 30 minutes in all; then it rests.
 * Returns how many of each can be ordered, which stay on sale for others, and until when the rest is reserved.
 */
export async function keepForNow(db: Db, { checkoutId, userId, wishes, now, limits }: Keeping) {
  const starts = await startsOf(db, { userId, now })
  const open = await leftOpen(db, { userId, wishes, now, starts })
  const { granted, capped } = await reserve(db, { checkoutId, userId, wishes, now, limits, open })
  const kept = [...granted].filter(([id, quantity]) => quantity > 0 && !open.has(id)).map(([id]) => id)
  const ends = kept.map((id) => after(starts.get(id) ?? now, mostMinutesReserved))
  const until = new Date(Math.min(after(now, minutesReserved).getTime(), ...ends.map(Number)))
  await db.updateTable('checkouts').set({ reserved_until: until }).where('id', '=', checkoutId).execute()
  const begun = kept.filter((id) => !starts.has(id))
  if (begun.length > 0)
    await db
      .insertInto('reservation_starts')
      .values(begun.map((id) => ({ user_id: userId, variant_id: id, started_at: now })))
      .onConflict((conflict) => conflict.columns(['user_id', 'variant_id']).doUpdateSet({ started_at: now }))
      .execute()
  return { granted, capped, open, until: kept.length > 0 ? until : null }
}

type Reserving = Keeping & { open?: ReadonlyMap<string, NotReserved> }

/**
 * Returns how many of each variant the person can order, if they have confirmed nothing: all such people together keep
 * half of what nobody else keeps, so that throwaway accounts can't take a scarce product off sale in turns. What their own checkout
 * keeps already stays theirs. Call it under the stock's lock.
 */
async function capsOf(
  db: Db,
  { checkoutId, ids }: { checkoutId: string; ids: readonly string[] },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; stock: number; held: number; own: number }>`
    with held as (
      select r.variant_id, r.quantity, c.user_id, r.checkout_id
        from stock_reservations r join checkouts c on c.id = r.checkout_id
       where r.variant_id = any(${ids}::uuid[])
      union all
      select l.variant_id, l.quantity, o.user_id, null
        from order_parts s
        join order_lines l on l.part_id = s.id and l.kind = 'goods' and l.variant_id = any(${ids}::uuid[])
        join orders o on o.id = s.order_id
       where s.status in ('awaiting_prescription', 'awaiting_payment')
    )
    select v.id, v.stock, coalesce(sum(h.quantity), 0)::integer as held,
      coalesce(sum(h.quantity) filter (where h.checkout_id = ${checkoutId}::uuid), 0)::integer as own
      from product_variants v
      left join (held h join users u on u.id = h.user_id and not ${isConfirmed('u')}) on h.variant_id = v.id
     where v.id = any(${ids}::uuid[])
     group by v.id
  `.execute(db)
  return new Map(
    rows.map(({ id, stock, held, own }) => {
      const others = held - own
      return [id, Math.max(own, mostHeldUnconfirmed(stock + held) - others)]
    }),
  )
}

/**
 * Sets a checkout's reservations to the wished quantities, as far as there is stock. Returns how many of each can be ordered, and
 * which could be more if the person had confirmed an email or a phone number. Reserved stock is off sale, so it can't be
 * promised twice. `open` stock stays on sale.
 */
export async function reserve(
  db: Db,
  { checkoutId, userId, wishes, now, limits, open = new Map() }: Reserving,
): Promise<{ granted: Map<string, number>; capped: Set<string> }> {
  const before = new Map(
    (await reservationsOf(db, checkoutId)).map(({ variant_id, quantity }) => [variant_id, quantity]),
  )
  const ids = [...new Set([...before.keys(), ...wishes.map(({ variantId }) => variantId)])]
  await lockStock(db, ids)
  const stock = await db
    .selectFrom('product_variants')
    .select(['id', 'stock'])
    .where('id', 'in', ids.length > 0 ? ids : [newId()])
    .execute()
  const wished = new Map(wishes.map(({ variantId, quantity }) => [variantId, quantity]))
  const caps = limits && !(await isKnown(db, userId)) ? await capsOf(db, { checkoutId, ids }) : null
  const capOf = (id: string) => caps?.get(id) ?? Number.POSITIVE_INFINITY
  const possible = stock.map(
    ({ id, stock: left }) => [id, Math.min(wished.get(id) ?? 0, left + (before.get(id) ?? 0))] as const,
  )
  const granted = new Map(possible.map(([id, most]) => [id, Math.min(most, capOf(id))]))
  const capped = new Set(possible.filter(([id, most]) => capOf(id) < most).map(([id]) => id))
  const reserved = [...granted].map(([id, quantity]) => [id, open.has(id) ? 0 : quantity] as const)
  const deltas = reserved.map(([variantId, quantity]) => ({
    variantId,
    delta: (before.get(variantId) ?? 0) - quantity,
  }))
  const taken = deltas.filter(({ delta }) => delta < 0)
  const back = deltas.filter(({ delta }) => delta > 0)
  await changeStock(db, taken, { reason: 'ordered', now })
  await changeStock(db, back, { reason: 'given_back', now })
  const gone = reserved.filter(([, quantity]) => quantity === 0).map(([id]) => id)
  if (gone.length > 0)
    await db
      .deleteFrom('stock_reservations')
      .where('checkout_id', '=', checkoutId)
      .where('variant_id', 'in', gone)
      .execute()
  const kept = reserved.filter(([, quantity]) => quantity > 0)
  if (kept.length > 0)
    await sql`
      insert into stock_reservations (checkout_id, variant_id, quantity)
      select ${checkoutId}::uuid, id, quantity
        from unnest(${kept.map(([id]) => id)}::uuid[], ${kept.map(([, quantity]) => quantity)}::integer[]) w(id, quantity)
      on conflict (checkout_id, variant_id) do update set quantity = excluded.quantity
    `.execute(db)
  return { granted, capped }
}

/** Ends a locked checkout, and puts its stock back on sale. */
export async function endCheckout(db: Db, { id, now }: { id: string; now: Date }): Promise<void> {
  const rows = await reservationsOf(db, id)
  if (rows.length > 0) {
    await lockStock(
      db,
      rows.map(({ variant_id }) => variant_id),
    )
    const back = rows.map(({ variant_id, quantity }) => ({ variantId: variant_id, delta: quantity }))
    await changeStock(db, back, { reason: 'given_back', now })
  }
  await forgetCheckout(db, id)
}

/** Deletes a checkout whose stock now belongs to its order. */
export async function forgetCheckout(db: Db, id: string): Promise<void> {
  await db.deleteFrom('stock_reservations').where('checkout_id', '=', id).execute()
  await db.deleteFrom('checkouts').where('id', '=', id).execute()
}
