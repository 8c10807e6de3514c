import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import type { Day } from '#/kernel/time.ts'
import type { Cart, CartLine, WantedLine } from '#/shop/cart.ts'
import { currency, deliveryFee, freeDeliveryFrom, isPast, mostOfOne, type Shelf } from '#/shop/rules.ts'
import { isClosedTo } from '#/shop/server/orders/block.ts'
import { reservedOf } from './reserved.ts'

type Row = {
  is_closed?: boolean
  variant_id: string
  quantity: number
  seen_price: number
  price: number
  stock: number
  variant: string
  product_id: string
  name: string
  shelf: Shelf
  brand: string
  picture: string | null
  needs_prescription: boolean
  seller_id: string
  seller: string
  record: string
  is_sold: boolean
  best_before: Day | null
}

const columns = sql`l.variant_id, l.quantity, l.seen_price, v.price, v.name as variant, p.id as product_id, p.name, p.shelf,
  b.name as brand, p.pictures[1] as picture, p.needs_prescription, s.id as seller_id, s.name as seller, s.record,
  p.is_listed and v.is_offered as is_sold, v.best_before`

const joins = sql`join product_variants v on v.id = l.variant_id join products p on p.id = v.product_id
  join brands b on b.slug = p.brand join sellers s on s.id = p.seller_id`

export async function priceOwn(db: Db, { userId, today }: { userId: string; today: Day }): Promise<Cart> {
  const { rows } = await sql<Row>`
    select ${columns}, v.stock + ${reservedOf(userId)} as stock, ${isClosedTo(sql`s.user_id`, userId)} as is_closed from cart_lines l ${joins} where l.user_id = ${userId} order by l.added_at, l.variant_id
  `.execute(db)
  return toCart(rows, today)
}

/** Leaves out what isn't sold: a guest may ask about any id. */
export async function priceGuest(
  db: Db,
  { lines, today }: { lines: readonly WantedLine[]; today: Day },
): Promise<Cart> {
  const unique = [...new Map(lines.map((line) => [line.variantId, line])).values()]
  const { rows } = await sql<Row>`
    select ${columns}, v.stock
      from unnest(${unique.map((line) => line.variantId)}::uuid[], ${unique.map((line) => line.quantity)}::integer[],
        ${unique.map((line) => line.seenPrice)}::integer[]) with ordinality l(variant_id, quantity, seen_price, place) ${joins}
     where p.is_listed and v.is_offered order by l.place
  `.execute(db)
  return toCart(rows, today)
}

const money = (amount: number) => ({ amount, currency })

function toCart(rows: Row[], today: Day): Cart {
  const bySeller = new Map<string, Row[]>()
  for (const row of rows) bySeller.set(row.seller_id, [...(bySeller.get(row.seller_id) ?? []), row])
  const sellers = [...bySeller.values()].map((own) => {
    const lines = own.map((row) => toLine(row, today))
    const total = lines.reduce((sum, line) => sum + line.total.amount, 0)
    const isFree = total === 0 || total >= freeDeliveryFrom
    return {
      id: own[0]!.seller_id,
      name: own[0]!.seller,
      isPharmacist: own[0]!.record === 'pharmacist',
      lines,
      total: money(total),
      delivery: money(isFree ? 0 : deliveryFee),
      missing: isFree ? null : money(freeDeliveryFrom - total),
    }
  })
  return {
    sellers,
    count: rows.reduce((sum, { quantity }) => sum + quantity, 0),
    total: money(sellers.reduce((sum, { total, delivery }) => sum + total.amount + delivery.amount, 0)),
  }
}

function toLine(row: Row, today: Day): CartLine {
  const isSold = row.is_sold && !row.is_closed
  const available = isSold && !isPast(row.best_before, today) ? Math.min(row.stock, mostOfOne) : 0
  return {
    variantId: row.variant_id,
    productId: row.product_id,
    shelf: row.shelf,
    name: row.name,
    brand: row.brand,
    variant: row.variant,
    imageUrl: row.picture,
    needsPrescription: row.needs_prescription,
    quantity: row.quantity,
    available,
    isSold,
    price: money(row.price),
    seenPrice: money(row.seen_price),
    total: money(row.price * Math.min(row.quantity, available)),
  }
}
