import { sql } from 'kysely'
import { DAY } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { PartStatus, Side } from '#/shop/order-states.ts'
import type { ReturnKind } from '#/shop/returns.ts'
import { makeOrder } from '#/shop/server/orders/made-order.factory.ts'
import type { Cast } from './cast.ts'

type Step = { to: PartStatus; by: Side; daysAgo: number; note?: string }
type DemoOrder = {
  product: string
  /** Other products in the same parcel; then there are two of each. */
  also?: readonly string[]
  steps: readonly Step[]
  returnKind?: ReturnKind
  isCash?: boolean
  /** Asha, unless it says. */
  owner?: string
  /** Another seller's part of the order. */
  next?: { product: string; steps: readonly Step[] }
}

const ravis = {
  name: 'Ravi Kumar',
  phone: '+919845098765',
  line: '7 Church Street',
  city: 'Bengaluru',
  state: '29',
  pin: '560001',
}

const minute = 1 / 24 / 60
const paid = (daysAgo: number): Step[] => [
  { to: 'awaiting_payment', by: 'owner', daysAgo: daysAgo + 2 * minute },
  { to: 'placed', by: 'system', daysAgo },
]
const sent = (daysAgo: number): Step[] => [
  ...paid(daysAgo),
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
    product: 'bed-cooling',
    returnKind: 'unopened',
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
      ...paid(15),
      { to: 'cancelled', by: 'seller', daysAgo: 14, note: 'The bags were damaged in our store' },
    ],
  },
  {
    product: 'toy-rope',
    returnKind: 'damaged',
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
    product: 'lead-raincoat',
    returnKind: 'unopened',
    steps: [...arrived(4), { to: 'return_asked', by: 'owner', daysAgo: 1, note: 'It’s too long for Bruno' }],
  },
  {
    product: 'groom-wipes',
    returnKind: 'unopened',
    steps: [
      ...arrived(7),
      { to: 'return_asked', by: 'owner', daysAgo: 5, note: 'I ordered it twice, and opened one' },
      { to: 'return_refused', by: 'seller', daysAgo: 4, note: 'I can only take back what’s still sealed' },
    ],
  },
  {
    product: 'toy-puzzle',
    returnKind: 'wrong',
    steps: [
      ...arrived(8),
      { to: 'return_asked', by: 'owner', daysAgo: 6, note: 'I ordered the large one' },
      { to: 'return_approved', by: 'seller', daysAgo: 5, note: 'Please send it back in its box' },
    ],
  },
  {
    product: 'lead-collar',
    returnKind: 'unopened',
    steps: [
      ...arrived(20),
      { to: 'return_asked', by: 'owner', daysAgo: 18, note: 'It’s too wide for Bruno' },
      { to: 'return_approved', by: 'seller', daysAgo: 17, note: 'Please send it back with its tag' },
      { to: 'return_sent', by: 'owner', daysAgo: 15 },
      { to: 'return_missing', by: 'seller', daysAgo: 2, note: 'The carrier has no record of this number' },
    ],
  },
  {
    product: 'treat-yak',
    steps: [...sent(9), { to: 'not_arrived', by: 'owner', daysAgo: 1, note: 'The tracking ends in Nagpur' }],
  },
  { product: 'groom-brush', also: ['groom-wipes'], steps: arrived(2) },
  {
    product: 'treat-dental',
    steps: sent(2.2),
    next: { product: 'groom-shampoo', steps: sent(2.2).slice(0, 3) },
  },
  { product: 'litter-tofu', isCash: true, steps: sent(3) },
  { product: 'treat-liver', steps: sent(1.5).slice(0, 3) },
  { product: 'millet-veg', isCash: true, steps: sent(0.2).slice(0, 2) },
  { product: 'toy-ball', owner: 'ravi-kumar', steps: paid(4 * minute).slice(0, 1) },
]

/** Adds orders in every state, some of them paid in cash. */
export async function rememberOrders(
  db: Db,
  { owners, now }: { owners: Cast['owners']; now: Date },
): Promise<void> {
  for (const { product, also = [], steps, returnKind, isCash, owner = 'asha-verma', next } of demoOrders) {
    const { user_id: userId } = await db
      .selectFrom('pet_owners')
      .select('user_id')
      .where('id', '=', owners.get(owner)!.ownerId)
      .executeTakeFirstOrThrow()
    const partOf = async (part: Pick<DemoOrder, 'product' | 'steps'>) => ({
      variantId: await variantOf(db, part.product),
      steps: part.steps
        .filter(({ to }) => !isCash || to !== 'awaiting_payment')
        .map(({ daysAgo, by, ...step }) => ({
          ...step,
          by: isCash && step.to === 'placed' ? ('owner' as const) : by,
          at: new Date(now.getTime() - daysAgo * DAY),
        })),
    })
    await makeOrder(db, {
      userId,
      ...(await partOf({ product, steps })),
      ...(also.length > 0 && { quantity: 2 }),
      also: await Promise.all(also.map((one) => variantOf(db, one))),
      pays: isCash ? 'cash' : 'online',
      ...(returnKind && { returnKind }),
      ...(next && { next: [await partOf(next)] }),
      ...(owner === 'ravi-kumar' && { address: ravis }),
    })
  }
}

async function variantOf(db: Db, product: string): Promise<string> {
  const { id } = await db
    .selectFrom('product_variants as v')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .select('v.id')
    .where(sql<boolean>`p.pictures[1] = ${`/products/${product}.svg`}`)
    .orderBy('v.stock', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}
