import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { hasOpenReturn, type PartStatus, type Side } from '#/shop/order-states.ts'
import type { WayToPay } from '#/shop/orders.ts'
import type { ReturnKind, ReturnOutcome } from '#/shop/returns.ts'
import { changeStock, lockStock } from '#/shop/server/stock.ts'
import { splitTax } from '#/shop/tax.ts'

export type Step = { to: PartStatus; by: Side; at: Date; note?: string }

type Part = {
  variantId: string
  quantity?: number
  /** Further variants of the same seller, of each as many. */
  also?: readonly string[]
  /** The first is "placed", "awaiting_payment" or "awaiting_prescription". */
  steps: readonly Step[]
  /** A step asks for a return of everything. */
  returnKind?: ReturnKind
}

type Made = Part & {
  userId: string
  /** Parts of other sellers. */
  next?: readonly Part[]
  /** "online" leaves its payment to the caller. */
  pays?: WayToPay
  address?: Record<'name' | 'phone' | 'line' | 'city' | 'state' | 'pin', string>
}

const homes = {
  name: 'Asha Verma',
  phone: '+919812345678',
  line: '12 Lake Road',
  city: 'Bengaluru',
  state: '29',
  pin: '560034',
}

/** Makes an order, for tests and the demo, and returns its id and that of its first part. */
export async function makeOrder(
  db: Db,
  { userId, next = [], pays = 'cash', address = homes, ...first }: Made,
): Promise<{ id: string; partId: string }> {
  const id = newId<'order'>()
  const parts = []
  for (const part of [first, ...next]) parts.push(await price(db, part, address.state))
  await lockStock(
    db,
    parts.flatMap(({ sold }) => sold.map(({ variant_id }) => variant_id)),
  )
  await db
    .insertInto('orders')
    .values({
      id,
      checkout_id: newId(),
      user_id: userId,
      pays,
      total: parts.reduce((sum, { total }) => sum + total, 0),
      ...address,
      phone_key: pays === 'cash' ? createHash('sha256').update(userId).digest('base64url') : null,
      placed_at: first.steps[0]!.at,
    })
    .execute()
  const partIds = []
  for (const [position, part] of parts.entries()) partIds.push(await makePart(db, { id, position }, part))
  return { id, partId: partIds[0]! }
}

async function price(db: Db, part: Part, state: string) {
  const { variantId, quantity = 1, also = [] } = part
  const sold = await db
    .selectFrom('product_variants as v')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .innerJoin('sellers as s', 's.id', 'p.seller_id')
    .innerJoin('tax_classes as t', 't.name', 'p.tax_class')
    .select(['v.price', 'v.name as variant', 'p.name', 'p.pictures', 's.id', 's.user_id', 's.name as seller'])
    .select([
      's.state',
      's.record',
      's.delivery_days_from',
      's.delivery_days_to',
      't.rate',
      'v.id as variant_id',
    ])
    .where('v.id', 'in', [variantId, ...also])
    .orderBy('p.name')
    .orderBy('v.name')
    .execute()
  return {
    ...part,
    quantity,
    isInterstate: sold[0]!.state !== state,
    sold,
    total: sold.reduce((sum, one) => sum + one.price * quantity, 0),
  }
}

type Place = { id: string; position: number }
type Priced = Awaited<ReturnType<typeof price>>

async function makePart(
  db: Db,
  { id, position }: Place,
  { sold, total, quantity, isInterstate, steps, returnKind }: Priced,
): Promise<string> {
  const partId = newId<'order part'>()
  const [first, last] = [steps[0]!, steps.at(-1)!]
  const seller = sold[0]!
  const goods = (delta: number) => sold.map(({ variant_id }) => ({ variantId: variant_id, delta }))
  await changeStock(db, goods(-quantity), { reason: 'ordered', now: first.at })
  const isSent = steps.some(({ to }) => to === 'shipped')
  await db
    .insertInto('order_parts')
    .values({
      id: partId,
      order_id: id,
      position,
      seller_id: seller.id,
      seller_user_id: seller.user_id,
      seller_name: seller.seller,
      is_pharmacist: seller.record === 'pharmacist',
      is_interstate: isInterstate,
      total,
      days_from: seller.delivery_days_from,
      days_to: seller.delivery_days_to,
      status: first.to,
      status_since: last.at,
      ordered_at: first.at,
      ...(isSent && { carrier: 'India Post', tracking: 'EM482910335IN' }),
      placed_at: steps.find(({ to }) => to === 'placed')?.at ?? null,
      delivered_at: steps.find(({ to }) => to === 'delivered')?.at ?? null,
    })
    .execute()
  await db
    .insertInto('order_lines')
    .values(
      sold.map(({ variant_id, name, variant, pictures, price: each, rate }, index) => ({
        id: newId(),
        part_id: partId,
        position: index,
        kind: 'goods',
        variant_id,
        name,
        variant,
        picture: pictures[0] ?? null,
        quantity,
        price: each,
        tax_rate: rate,
        ...splitTax(each * quantity, Number(rate), isInterstate),
      })),
    )
    .execute()
  const isSold = returnKind !== 'damaged'
  let from: PartStatus | null = null
  for (const [index, { to, by, at, note = null }] of steps.entries()) {
    if (to === 'return_asked')
      await makeReturn(db, { partId, kind: returnKind!, amount: total, steps, isSold })
    if (from) await db.updateTable('order_parts').set({ status: to }).where('id', '=', partId).execute()
    await db
      .insertInto('order_part_changes')
      .values({
        part_id: partId,
        sequence: index + 1,
        from_status: from,
        to_status: to,
        made_by: by,
        note,
        created_at: at,
      })
      .execute()
    from = to
  }
  const outcome = returnKind ? outcomeOf(steps) : null
  if (outcome)
    await db
      .updateTable('order_returns')
      .set({ outcome, ended_at: last.at })
      .where('part_id', '=', partId)
      .execute()
  const isBack = last.to === 'returned' ? isSold : last.to === 'cancelled' && !isSent
  if (isBack) {
    const reason = last.to === 'returned' ? ('returned' as const) : ('given_back' as const)
    await changeStock(db, goods(quantity), { reason, now: last.at })
  }
  return partId
}

type Returned = { partId: string; kind: ReturnKind; amount: number; steps: readonly Step[]; isSold: boolean }

/** Adds a return of everything in a part. */
async function makeReturn(db: Db, { partId, kind, amount, steps, isSold }: Returned): Promise<void> {
  const id = newId<'return'>()
  const isSent = steps.some(({ to }) => to === 'return_sent')
  await db
    .insertInto('order_returns')
    .values({
      id,
      part_id: partId,
      kind,
      amount,
      asked_at: steps.find(({ to }) => to === 'return_asked')!.at,
      refused_at: steps.find(({ to }) => to === 'return_refused')?.at ?? null,
      ...(isSent && { carrier: 'India Post', tracking: 'EM771920448IN' }),
    })
    .execute()
  await sql`
    insert into returned_lines (return_id, line_id, quantity, back_on_sale)
    select ${id}, id, quantity, ${isSold && steps.at(-1)!.to === 'returned'} from order_lines where part_id = ${partId}
  `.execute(db)
}

/** Returns how a return ended that isn't open after these steps. */
function outcomeOf(steps: readonly Step[]): ReturnOutcome | null {
  const last = steps.at(-1)!.to
  if (hasOpenReturn(last)) return null
  if (last === 'returned') return 'returned'
  return steps.at(-2)!.to === 'return_refused' ? 'refused' : 'unsent'
}
