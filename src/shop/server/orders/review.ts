import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import type { Day } from '#/kernel/time.ts'
import type { Problem, WayToPay } from '#/shop/orders.ts'
import { type Category, cashFee, deliveryFee, freeDeliveryFrom, isPast, isServed } from '#/shop/rules.ts'
import { type StateCode, stateOfSeller } from '#/shop/states.ts'
import { splitTax, type TaxSplit } from '#/shop/tax.ts'
import { isClosedTo } from './block.ts'

export type CartRow = {
  variantId: string
  productId: string
  strength: string | null
  wanted: number
  seenPrice: number
  price: number
  variant: string
  name: string
  brand: string
  picture: string | null
  taxRate: number
  category: Category
  needsPrescription: boolean
  isSold: boolean
  bestBefore: string | null
  sellerId: string
  sellerUserId: string
  seller: string
  isPharmacist: boolean
  canSell: boolean
  /** The seller has blocked the buyer. */
  isClosed: boolean
  deliversTo: string[]
  daysFrom: number
  daysTo: number
  sellerGstin: string | null
  sellerAddress: string
}

/** Reads a cart with all that a checkout needs about its products and sellers, in one statement. */
export const readCartRows = (db: Db, userId: string) =>
  readRows(db, userId, sql`(select * from cart_lines where user_id = ${userId})`)

type One = { userId: string; variantId: string; quantity: number }

/** Reads the same about one variant that isn't in a cart. */
export async function readOneRow(db: Db, { userId, variantId, quantity }: One) {
  const wanted = sql`(
    select id as variant_id, ${quantity}::integer as quantity, price as seen_price, null::timestamptz as added_at
      from product_variants where id = ${variantId})`
  return (await readRows(db, userId, wanted))[0]
}

/** `wanted`: a query with the columns of a cart's line. */
async function readRows(db: Db, userId: string, wanted: RawBuilder<unknown>): Promise<CartRow[]> {
  const { rows } = await sql<CartRow>`
    select l.variant_id as "variantId", v.product_id as "productId", p.strength, p.category, l.quantity as wanted, l.seen_price as "seenPrice", v.price, v.name as variant, p.name,
      b.name as brand, p.pictures[1] as picture, t.rate::float8 as "taxRate", p.needs_prescription as "needsPrescription",
      p.is_listed and v.is_offered as "isSold", v.best_before as "bestBefore", s.id as "sellerId", s.user_id as "sellerUserId", s.name as seller,
      s.record = 'pharmacist' as "isPharmacist", s.can_sell as "canSell",
      ${isClosedTo(sql`s.user_id`, userId)} as "isClosed", s.delivers_to as "deliversTo",
      s.delivery_days_from as "daysFrom", s.delivery_days_to as "daysTo", supplier.gstin as "sellerGstin",
      coalesce(supplier.pickup_address, pharmacist.shop_address) as "sellerAddress"
    from ${wanted} l
    join product_variants v on v.id = l.variant_id join products p on p.id = v.product_id
    join brands b on b.slug = p.brand join tax_classes t on t.name = p.tax_class
    join sellers s on s.id = p.seller_id
    left join suppliers supplier on supplier.id = s.id left join pharmacists pharmacist on pharmacist.id = s.id
    order by l.added_at, l.variant_id
  `.execute(db)
  return rows
}

type Buyer = { userId: string; pin: string | null; today: Day }

/** Returns the problem that keeps a line from being ordered, regardless of stock. */
export function obstacleOf(row: CartRow, { userId, pin, today }: Buyer): Problem | null {
  if (!row.canSell) return { kind: 'seller' }
  if (row.isClosed) return { kind: 'closed' }
  if (!row.isSold) return { kind: 'gone' }
  if (isPast(row.bestBefore, today)) return { kind: 'best_before' }
  if (row.sellerUserId === userId) return { kind: 'own' }
  if (pin !== null && !isServed(row.deliversTo, pin)) return { kind: 'pin' }
  return null
}

export type PricedLine = {
  kind: 'goods' | 'delivery' | 'cash_fee' | 'discount'
  name: string
  row: CartRow | null
  quantity: number
  price: number
  amount: number
  /** The coupon's share of the amount, which is a line of its own. */
  discount: number
  taxRate: number
  tax: TaxSplit
}
export type Parcel = { seller: CartRow; isInterstate: boolean; lines: PricedLine[]; total: number }

/** Tells whether a parcel has medicines that a pharmacist approves before they are paid. */
export const needsApproval = ({ lines }: Pick<Parcel, 'lines'>) =>
  lines.some(({ row }) => row?.needsPrescription)

type Wanted = { row: CartRow; quantity: number }

type Fees = { delivery: number; cashFee: number }

/**
 * Prices one parcel. Delivery and the fee for cash are taxed at the highest rate of the goods, as parts of the same supply. If
 * the seller's state is unknown, the sale counts as interstate.
 */
function priceParcel(goods: readonly Wanted[], state: StateCode | null, fees: Fees): Parcel {
  const seller = goods[0]!.row
  const from = stateOfSeller({ gstin: seller.sellerGstin, address: seller.sellerAddress })
  const isInterstate = from === null || from !== state
  const highest = Math.max(...goods.map(({ row }) => row.taxRate))
  const line = (part: Pick<PricedLine, 'kind' | 'name' | 'row' | 'quantity' | 'price' | 'taxRate'>) => {
    const amount = part.price * part.quantity
    return { ...part, amount, discount: 0, tax: splitTax(amount, part.taxRate, isInterstate) }
  }
  const extra = (kind: 'delivery' | 'cash_fee', name: string, price: number) =>
    price > 0 ? [line({ kind, name, row: null, quantity: 1, price, taxRate: highest })] : []
  const lines = [
    ...goods.map(({ row, quantity }) =>
      line({ kind: 'goods', name: row.name, row, quantity, price: row.price, taxRate: row.taxRate }),
    ),
    ...extra('delivery', 'Delivery', fees.delivery),
    ...extra('cash_fee', 'Fee for cash on delivery', fees.cashFee),
  ]
  return { seller, isInterstate, lines, total: lines.reduce((total, { amount }) => total + amount, 0) }
}

/**
 * Prices the parcels of a cart: one for each seller, and another for a pharmacist's medicines on prescription. A seller's
 * delivery and fee for cash are charged once, with the goods that don't wait for an approval.
 */
export const priceParcels = (
  goods: readonly Wanted[],
  { state, pays }: { state: StateCode | null; pays: WayToPay },
): Parcel[] =>
  bySeller(goods).flatMap((own) => {
    const sum = own.reduce((total, { row, quantity }) => total + row.price * quantity, 0)
    const fees = {
      delivery: sum >= freeDeliveryFrom ? 0 : deliveryFee,
      cashFee: pays === 'cash' ? cashFee : 0,
    }
    const groups = [
      own.filter(({ row }) => !row.needsPrescription),
      own.filter(({ row }) => row.needsPrescription),
    ]
    return groups
      .filter(({ length }) => length > 0)
      .map((group, index) => priceParcel(group, state, index === 0 ? fees : { delivery: 0, cashFee: 0 }))
  })

export const bySeller = <Row extends { row: CartRow }>(rows: readonly Row[]): Row[][] => [
  ...Map.groupBy(rows, ({ row }) => row.sellerId).values(),
]
