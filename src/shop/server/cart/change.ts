import { sql } from 'kysely'
import { DAY } from '#/kernel/duration.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Config } from '#/kernel/server/config.ts'
import type { Db } from '#/kernel/server/db.ts'
import { deleteBatch } from '#/kernel/server/delete-batch.ts'
import type { Sweep } from '#/kernel/server/jobs.ts'
import type { ActorWork, PersonWork } from '#/kernel/server/work.ts'
import type { WantedLine } from '#/shop/cart.ts'
import { refuse } from '#/shop/errors.ts'
import { cartDays, isPast, mostLines, mostOfOne } from '#/shop/rules.ts'
import { isClosedTo } from '#/shop/server/orders/block.ts'
import { todayOf } from '#/shop/server/today.ts'
import { reservedOf } from './reserved.ts'

type Work = ActorWork & { config: Pick<Config, 'DEFAULT_TIME_ZONE'> }
type Changed = { variantId: string; quantity: number; seenPrice?: number | undefined }

/** Makes the cart if there is none, and locks it until the transaction ends: changes of one cart follow each other. */
export async function lockCart({ db, actor, now }: Pick<PersonWork, 'db' | 'actor' | 'now'>): Promise<void> {
  await db
    .insertInto('carts')
    .values({ user_id: actor.userId, changed_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ changed_at: now }))
    .execute()
}

/** @throws request.not_found if it isn't sold, shop.closed_to_you, shop.out_of_stock if it's past its best-before date */
async function findSold(work: Work, variantId: string) {
  const { db, actor } = work
  const variant = await db
    .selectFrom('product_variants as v')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .innerJoin('sellers as s', 's.id', 'p.seller_id')
    .select(['v.price', 'v.best_before', sql<number>`v.stock + ${reservedOf(actor.userId)}`.as('stock')])
    .select(isClosedTo(sql`s.user_id`, actor.userId).as('is_closed'))
    .where('v.id', '=', variantId)
    .where('v.is_offered', '=', true)
    .where('p.is_listed', '=', true)
    .executeTakeFirst()
  if (!variant) return refuseRequest('request.not_found')
  if (variant.is_closed) refuse('shop.closed_to_you')
  return isPast(variant.best_before, todayOf(work)) ? refuse('shop.out_of_stock') : variant
}

const linesOf = (db: Db, userId: string) =>
  db
    .selectFrom('cart_lines')
    .select(['variant_id', 'quantity', 'seen_price'])
    .where('user_id', '=', userId)
    .execute()

type Line = { userId: string; variantId: string; quantity: number; seenPrice: number; now: Date }

const putLine = (db: Db, { userId, variantId, quantity, seenPrice, now }: Line) =>
  db
    .insertInto('cart_lines')
    .values({ user_id: userId, variant_id: variantId, quantity, seen_price: seenPrice, added_at: now })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'variant_id']).doUpdateSet({ quantity, seen_price: seenPrice }),
    )
    .execute()

/**
 * Adds units. A line that is there keeps the price it was put in at, so that the cart points out a change.
 * @throws shop.out_of_stock, shop.closed_to_you, shop.no_more, shop.cart_full
 */
export async function addToCart(work: Work, { variantId, quantity, seenPrice }: Changed) {
  const { db, actor, now } = work
  const { price, stock } = await findSold(work, variantId)
  if (stock === 0) refuse('shop.out_of_stock')
  await lockCart(work)
  const lines = await linesOf(db, actor.userId)
  const known = lines.find((line) => line.variant_id === variantId)
  const before = known?.quantity
  if (before === undefined && lines.length >= mostLines) refuse('shop.cart_full')
  const after = Math.min((before ?? 0) + quantity, stock, mostOfOne)
  if (before !== undefined && after <= before) refuse('shop.no_more')
  await putLine(db, {
    userId: actor.userId,
    variantId,
    quantity: after,
    seenPrice: known?.seen_price ?? seenPrice ?? price,
    now,
  })
  const count = lines.reduce((sum, line) => sum + line.quantity, 0) - (before ?? 0) + after
  return { count, quantity: after }
}

/** @throws shop.out_of_stock, shop.closed_to_you, shop.cart_full */
export async function setLine(work: Work, { variantId, quantity, seenPrice }: Changed): Promise<void> {
  const { db, actor, now } = work
  if (quantity === 0) {
    await lockCart(work)
    await db
      .deleteFrom('cart_lines')
      .where('user_id', '=', actor.userId)
      .where('variant_id', '=', variantId)
      .execute()
    return
  }
  const { price, stock } = await findSold(work, variantId)
  if (stock === 0) refuse('shop.out_of_stock')
  await lockCart(work)
  const lines = await linesOf(db, actor.userId)
  const isNew = lines.every((line) => line.variant_id !== variantId)
  if (isNew && lines.length >= mostLines) refuse('shop.cart_full')
  await putLine(db, {
    userId: actor.userId,
    variantId,
    quantity: Math.min(quantity, stock),
    seenPrice: seenPrice ?? price,
    now,
  })
}

/**
 * Adds a guest's lines up to the stock, takes none away, and counts those that couldn't be added. The row in `cart_merges` makes it
 * happen once: a second request waits for the cart, finds the row and adds nothing.
 */
export async function mergeCart(
  work: ActorWork,
  { guestCart, lines }: { guestCart: string; lines: readonly WantedLine[] },
): Promise<{ gone: number; full: number }> {
  const { db, actor, now } = work
  await lockCart(work)
  const merge = await db
    .insertInto('cart_merges')
    .values({ user_id: actor.userId, guest_cart: guestCart, merged_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('guest_cart')
    .executeTakeFirst()
  if (!merge) return { gone: 0, full: 0 }
  const unique = [...new Map(lines.map((line) => [line.variantId, line])).values()]
  const { rows: merged } = await sql<{ variant_id: string }>`
    insert into cart_lines (user_id, variant_id, quantity, seen_price, added_at)
    select ${actor.userId}::uuid, v.id, greatest(1, least(l.quantity, v.stock + ${reservedOf(actor.userId)}, ${mostOfOne}::integer)), l.seen_price, ${now}::timestamptz
      from (select l.*, c.variant_id is not null as is_there,
                   -- Lines that are in the cart already need no room.
                   count(*) filter (where c.variant_id is null) over (order by l.place) as new_place
              from unnest(${unique.map((line) => line.variantId)}::uuid[], ${unique.map((line) => line.quantity)}::integer[],
                ${unique.map((line) => line.seenPrice)}::integer[]) with ordinality l(variant_id, quantity, seen_price, place)
              join product_variants v on v.id = l.variant_id
              join products p on p.id = v.product_id
              left join cart_lines c on c.user_id = ${actor.userId} and c.variant_id = l.variant_id
             where p.is_listed and v.is_offered) l
      join product_variants v on v.id = l.variant_id
     where l.is_there
        or l.new_place <= ${mostLines}::integer - (select count(*) from cart_lines c where c.user_id = ${actor.userId})
    on conflict (user_id, variant_id) do update set quantity = greatest(cart_lines.quantity, least(
      cart_lines.quantity + excluded.quantity, ${mostOfOne}::integer,
      (select v.stock + ${reservedOf(actor.userId)} from product_variants v where v.id = excluded.variant_id)))
    returning variant_id
  `.execute(db)
  if (merged.length === unique.length) return { gone: 0, full: 0 }
  const { rows: sold } = await sql<{ count: number }>`
    select count(*)::integer as count from product_variants v join products p on p.id = v.product_id
     where v.id = any(${unique.map((line) => line.variantId)}::uuid[]) and p.is_listed and v.is_offered
  `.execute(db)
  return { gone: unique.length - sold[0]!.count, full: sold[0]!.count - merged.length }
}

export async function countCart(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(quantity), 0)::integer as count from cart_lines where user_id = ${userId}
  `.execute(db)
  return rows[0]!.count
}

/** Forgets carts that nobody has changed for 30 days. */
export const forgetOldCarts: Sweep = {
  name: 'forget-old-carts',
  cron: '27 2 * * *',
  transactions: 'batches',
  async run({ db, now }) {
    const before = new Date(now.getTime() - cartDays * DAY)
    const merges = await deleteBatch(db, 'cart_merges', sql`merged_at < ${before}`)
    return merges + (await deleteBatch(db, 'carts', sql`changed_at < ${before}`))
  },
}
