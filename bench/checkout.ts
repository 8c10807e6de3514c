import { clientAt } from '#/app/testing/people.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { WayToPay } from '#/shop/orders.ts'
import { mostUnpaidOrders } from '#/shop/rules.ts'
import { makeCashBuyer } from '#/shop/server/orders/cash-buyer.factory.ts'
import { homeAddress, orderOf } from '#/shop/server/orders/order.factory.ts'
import { untilDelivered } from './deliveries.ts'
import type { Figure } from './goals.ts'
import { measure, type Sample } from './load.ts'
import { median } from './median.ts'
import { signUpOwners } from './scenarios.ts'

/** Each can have five unpaid orders: one in cash and one online alone, and three in cash under load. */
const owners = 80
const lanes = 32

type Servers = { ours: string; yardstick: string; databaseUrl: string; db: Db; seconds: number }

/** Measures adding to a cart, and whole orders of two products: into the cart, to the checkout, and placed. */
export async function measureCheckout({
  ours,
  yardstick,
  databaseUrl,
  db,
  seconds,
}: Servers): Promise<Figure[]> {
  const people = await signUpOwners(ours, owners)
  const rows = await db
    .selectFrom('product_variants as v')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .select('v.id')
    .where('v.stock', '>', 0)
    .where('p.is_listed', '=', true)
    .where('p.shelf', '=', 'merchandise')
    // Cheap enough to be paid in cash.
    .where('v.price', '<', 100_000)
    .orderBy('v.id')
    .execute()
  const ids = rows.map(({ id }) => id)
  const at = new Date()
  for (const { userId } of people) await makeCashBuyer(db, { userId, variantId: ids[0]!, at })
  let turn = 0
  const anyVariant = () => ids[(turn++ * 7919) % ids.length]!

  const add = (): Sample => {
    const variantId = anyVariant()
    return {
      method: 'POST',
      path: '/rpc/shop/addToCart',
      headers: {
        cookie: people[turn % owners]!.cookie,
        'content-type': 'application/json',
        'idempotency-key': `bench-cart-${turn}`,
      },
      body: JSON.stringify({ json: { variantId, quantity: 1 } }),
    }
  }
  const bare = (path: string) => (): Sample => ({
    method: 'POST',
    path: `${path}?user=${people[turn % owners]!.userId}&variant=${anyVariant()}`,
  })
  // A cart has room for 100 products.
  const alone = { connections: 1, seconds: seconds / 3 }
  await measure(ours, { ...alone, next: add })
  const addAlone = await measure(ours, { ...alone, next: add })
  const crowd = { connections: 32, seconds: seconds / 3 }
  const adds = await measure(ours, { ...crowd, next: add })
  const bareAdds = await measure(yardstick, { ...crowd, next: bare('/cart-line') })
  const failed = addAlone.failed + adds.failed + bareAdds.failed
  if (failed > 0) throw new Error(`${failed} products weren’t added`)
  await db.deleteFrom('cart_lines').execute()

  async function buy(n: number, pays: WayToPay): Promise<number> {
    const { shop } = clientAt(ours, { cookie: people[n % owners]!.cookie })
    const began = performance.now()
    for (let units = 0; units < 2; units++)
      await shop.addToCart({ variantId: anyVariant() as never, quantity: 1 })
    const checkout = await shop.checkout({ pin: homeAddress.pin, state: homeAddress.state, pays })
    await shop.placeOrder(orderOf(checkout, { pays }))
    return performance.now() - began
  }
  const times: Record<WayToPay, number[]> = { cash: [], online: [] }
  for (let n = 0; n < owners; n++)
    for (const pays of ['cash', 'online'] as const) times[pays].push(await buy(n, pays))
  const left = Array.from({ length: owners * (mostUnpaidOrders - 2) }, (_, n) => n)
  const waiting = left.values()
  const began = performance.now()
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const n of waiting) await buy(n, 'cash')
    }),
  )
  const orders = left.length / ((performance.now() - began) / 1000)
  await untilDelivered(databaseUrl)
  const bareOrders = await measure(yardstick, {
    connections: lanes,
    seconds: seconds / 3,
    next: bare('/order'),
  })
  return [
    { what: 'cart among 50,000 products: a product added', value: addAlone.p50 },
    {
      what: 'cart adds at 32 connections',
      value: adds.perSecond,
      at: `bare server ${Math.round(bareAdds.perSecond)}/s`,
    },
    { what: 'order among 50,000 products, in cash: cart to placed', value: median(times.cash) },
    { what: 'order among 50,000 products, online: cart to placed', value: median(times.online) },
    {
      what: 'whole orders at 32 connections',
      value: orders,
      at: `bare server ${Math.round(bareOrders.perSecond)}/s`,
    },
  ]
}
