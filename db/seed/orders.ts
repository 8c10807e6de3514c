import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import type { PartStatus, ReturnKind, Side } from '#/shop/order-states.ts'
import { makeOrder } from '#/shop/server/orders/made-order.factory.ts'

type Step = { to: PartStatus; by: Side; daysAgo: number; note?: string }
type DemoOrder = { product: string; steps: readonly Step[]; returnKind?: ReturnKind }

const sent = (daysAgo: number): Step[] => [
  { to: 'placed', by: 'owner', daysAgo },
  { to: 'packed', by: 'seller', daysAgo: daysAgo - 0.5 },
  { to: 'shipped', by: 'seller', daysAgo: daysAgo - 0.8 },
]
const arrived = (daysAgo: number): Step[] => [
  ...sent(daysAgo + 3),
  { to: 'delivered', by: 'seller', daysAgo },
]

const demoOrders: readonly DemoOrder[] = [
  { product: 'lead-harness', steps: [...arrived(40), { to: 'completed', by: 'system', daysAgo: 33 }] },
  {
    ...{ product: 'bed-cooling', returnKind: 'unopened' },
    steps: [
      ...arrived(30),
      { to: 'return_asked', by: 'owner', daysAgo: 28, note: 'It’s too small for Bruno' },
      { to: 'return_approved', by: 'seller', daysAgo: 27, note: 'Please send it back unopened' },
      { to: 'returned', by: 'seller', daysAgo: 22 },
    ],
  },
  {
    product: 'treat-fish',
    steps: [
      { to: 'placed', by: 'owner', daysAgo: 15 },
      { to: 'cancelled', by: 'seller', daysAgo: 14, note: 'The bags were damaged in our store' },
    ],
  },
  {
    ...{ product: 'toy-rope', returnKind: 'damaged' },
    steps: [
      ...arrived(6),
      { to: 'return_asked', by: 'owner', daysAgo: 4, note: 'One end came apart on the first day' },
      {
        to: 'return_approved',
        by: 'seller',
        daysAgo: 3,
        note: 'Sorry about that. Please send it to our pickup address',
      },
      { to: 'return_sent', by: 'owner', daysAgo: 1 },
    ],
  },
  {
    ...{ product: 'lead-raincoat', returnKind: 'unopened' },
    steps: [...arrived(4), { to: 'return_asked', by: 'owner', daysAgo: 1, note: 'It’s too long for Bruno' }],
  },
  {
    ...{ product: 'groom-wipes', returnKind: 'unopened' },
    steps: [
      ...arrived(7),
      { to: 'return_asked', by: 'owner', daysAgo: 5, note: 'I ordered it twice' },
      { to: 'return_refused', by: 'seller', daysAgo: 4, note: 'The seal is broken on your photo' },
    ],
  },
  {
    product: 'treat-yak',
    steps: [...sent(9), { to: 'not_arrived', by: 'owner', daysAgo: 1, note: 'The tracking ends in Nagpur' }],
  },
  { product: 'groom-brush', steps: arrived(2) },
  { product: 'litter-tofu', steps: sent(3) },
  { product: 'treat-liver', steps: sent(1.5).slice(0, 2) },
  { product: 'millet-veg', steps: sent(0.2).slice(0, 1) },
]

/** Adds an owner's orders in several states, each paid in cash. */
export async function rememberOrders(
  db: Db,
  { ownerId, now }: { ownerId: string; now: Date },
): Promise<void> {
  const { user_id: userId } = await db
    .selectFrom('pet_owners')
    .select('user_id')
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow()
  for (const { product, steps, returnKind } of demoOrders) {
    const { id: variantId } = await db
      .selectFrom('product_variants as v')
      .innerJoin('products as p', 'p.id', 'v.product_id')
      .select('v.id')
      .where(sql<boolean>`p.pictures[1] = ${`/products/${product}.svg`}`)
      .orderBy('v.stock', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    await makeOrder(db, {
      ...{ userId, variantId, ...(returnKind && { returnKind }) },
      steps: steps.map(({ daysAgo, ...step }) => ({
        ...step,
        at: new Date(now.getTime() - daysAgo * 86_400_000),
      })),
    })
  }
}
