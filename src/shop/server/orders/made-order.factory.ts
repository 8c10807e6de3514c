import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { PartStatus, ReturnKind, Side } from '#/shop/order-states.ts'
import { changeStock, lockStock } from '#/shop/server/stock.ts'
import { splitTax } from '#/shop/tax.ts'

type Step = { to: PartStatus; by: Side; at: Date; note?: string }

type Made = {
  userId: string
  variantId: string
  quantity?: number
  /** Further variants of the same seller, of each as many. */
  also?: readonly string[]
  /** The first is "placed" or "awaiting_prescription". */
  steps: readonly Step[]
  returnKind?: ReturnKind
  address?: Record<'name' | 'phone' | 'line' | 'city' | 'state' | 'pin', string>
}

const homes = {
  ...{ name: 'Asha Verma', phone: '+919812345678', line: '12 Lake Road', city: 'Bengaluru' },
  ...{ state: '29', pin: '560034' },
}

/** Makes an order from one seller that is paid in cash, for tests and the demo. */
export async function makeOrder(
  db: Db,
  { userId, variantId, quantity = 1, also = [], steps, returnKind, address = homes }: Made,
): Promise<{ id: string; partId: string }> {
  const all = await db
    .selectFrom('product_variants as v')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .innerJoin('sellers as s', 's.id', 'p.seller_id')
    .innerJoin('tax_classes as t', 't.name', 'p.tax_class')
    .select(['v.price', 'v.name as variant', 'p.name', 'p.pictures', 's.id', 's.user_id', 's.name as seller'])
    .select(['s.record', 't.rate', 'v.id as variant_id'])
    .where('v.id', 'in', [variantId, ...also])
    .orderBy('p.name')
    .orderBy('v.name')
    .execute()
  const sold = all[0]!
  const [id, partId] = [newId<'order'>(), newId<'order part'>()]
  const [first, last] = [steps[0]!, steps.at(-1)!]
  const total = all.reduce((sum, { price }) => sum + price * quantity, 0)
  const goods = (delta: number) => all.map(({ variant_id }) => ({ variantId: variant_id, delta }))
  await lockStock(
    db,
    all.map(({ variant_id }) => variant_id),
  )
  await changeStock(db, goods(-quantity), { reason: 'ordered', now: first.at })
  await db
    .insertInto('orders')
    .values({
      ...{ id, checkout_id: newId(), user_id: userId, pays: 'cash', total, ...address },
      placed_at: first.at,
    })
    .execute()
  const isSent = steps.some(({ to }) => to === 'shipped')
  await db
    .insertInto('order_parts')
    .values({
      ...{ id: partId, order_id: id, position: 0, seller_id: sold.id, seller_user_id: sold.user_id },
      ...{
        seller_name: sold.seller,
        is_pharmacist: sold.record === 'pharmacist',
        is_interstate: true,
        total,
      },
      ...{ status: first.to, status_since: last.at, return_kind: returnKind ?? null },
      ...(isSent && { carrier: 'India Post', tracking: 'EM482910335IN' }),
      ...(steps.some(({ to }) => to === 'return_sent') && {
        ...{ return_carrier: 'India Post', return_tracking: 'EM771920448IN' },
      }),
      placed_at: steps.find(({ to }) => to === 'placed')?.at ?? null,
      delivered_at: steps.find(({ to }) => to === 'delivered')?.at ?? null,
    })
    .execute()
  await db
    .insertInto('order_lines')
    .values(
      all.map(({ variant_id, name, variant, pictures, price, rate }, position) => ({
        ...{ id: newId(), part_id: partId, position, kind: 'goods', variant_id, name, variant },
        ...{ picture: pictures[0] ?? null, quantity, price, tax_rate: rate },
        ...splitTax(price * quantity, Number(rate), true),
      })),
    )
    .execute()
  let from: PartStatus | null = null
  for (const [index, { to, by, at, note = null }] of steps.entries()) {
    if (from) await db.updateTable('order_parts').set({ status: to }).where('id', '=', partId).execute()
    await db
      .insertInto('order_part_changes')
      .values({
        ...{ part_id: partId, sequence: index + 1, from_status: from, to_status: to, made_by: by },
        ...{ note, created_at: at },
      })
      .execute()
    from = to
  }
  const isBack = last.to === 'returned' ? returnKind !== 'damaged' : last.to === 'cancelled' && !isSent
  if (isBack) {
    const reason = last.to === 'returned' ? ('returned' as const) : ('given_back' as const)
    await changeStock(db, goods(quantity), { reason, now: last.at })
  }
  return { id, partId }
}
