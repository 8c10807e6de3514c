import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { makePhone } from '#/accounts/server/phone.factory.ts'
import type { Person } from '#/app/testing/people.ts'
import { openWorld } from '#/app/testing/world.ts'
import { pay } from '#/payments/server/payer.factory.ts'
import { mostStock } from '#/shop/selling-rules.ts'
import { applyCoupon } from '#/shop/server/coupons/apply.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { lockStock } from '#/shop/server/stock.ts'
import { makeCashBuyer } from './cash-buyer.factory.ts'
import { askReturn, homeAddress, order, orderOf } from './order.factory.ts'
import { type CartRow, priceParcels } from './review.ts'

const world = await openWorld({ DATABASE_POOL: '24', SHOP_COMMISSION_PERCENT: '7' })
const { db, clock } = world
const { jobs } = world.app
const leela = await world.signUp('leela')
const sellerId = await makeSupplier(db, { userId: leela.userId, at: clock.now })
const makeVariants = async (stocks: number[]) => {
  const { variantIds } = await makeProduct(db, {
    sellerId,
    at: clock.now,
    variants: stocks.map((stock, index) => ({ name: `${index} kg`, price: 10_001 + index, stock })),
  })
  return variantIds
}
const stockOf = async (id: string) =>
  (await db.selectFrom('product_variants').select('stock').where('id', '=', id).executeTakeFirstOrThrow())
    .stock
const placed = { pin: homeAddress.pin, state: homeAddress.state, pays: 'cash' as const }

test('when 40 buyers race for the last unit, one gets it and the others learn that none is left', async () => {
  const [last] = (await makeVariants([1])) as [string]
  const buyers = await Promise.all(Array.from({ length: 40 }, (_, index) => world.signUp(`racer${index}`)))
  for (const { userId } of buyers) await makePhone(db, { userId })
  await Promise.all(buyers.map(({ call }) => call.shop.addToCart({ variantId: last as never, quantity: 1 })))
  const seen = await Promise.all(buyers.map(({ call }) => call.shop.checkout(placed)))
  const lines = seen.map(({ sellers }) => sellers[0]!.lines[0]!)
  expect(lines.filter(({ quantity }) => quantity === 1)).toHaveLength(1)
  expect(lines.filter(({ problem }) => problem?.kind === 'few' && problem.left === 0)).toHaveLength(39)
  const winner = lines.findIndex(({ quantity }) => quantity === 1)
  const wanted = orderOf(seen[winner]!, { pays: 'cash' })
  // A busy server may ask to try again. The same checkout is still one order.
  const place = async (index: number): Promise<unknown> => {
    const sent = buyers[index]!.call.shop.placeOrder({ ...wanted, checkoutId: seen[index]!.id! })
    return sent.catch((error) => {
      if (error.code === 'request.unavailable') return place(index)
      throw error
    })
  }
  const tries = await Promise.allSettled(buyers.map((_, index) => place(index)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const codes = tries.flatMap((tried) => (tried.status === 'rejected' ? [tried.reason.code] : []))
  expect(new Set(codes)).toEqual(new Set(['shop.order_problems']))
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('carts with the same products in any order never deadlock', async () => {
  const ids = await makeVariants([3, 3, 3, 3])
  const others = await makeVariants([3, 3])
  const all = [...ids, ...others]
  const buyers = await Promise.all(Array.from({ length: 12 }, (_, index) => world.signUp(`crowd${index}`)))
  const tries = await Promise.all(
    buyers.map(async ({ call }, index) => {
      const mine = index % 2 === 0 ? all : all.toReversed()
      for (const id of mine)
        await call.shop.addToCart({ variantId: id as never, quantity: 2 }).catch(() => undefined)
      return call.shop.checkout(placed).then(
        () => 'answered',
        (error) => error.code as string,
      )
    }),
  )
  expect(new Set(tries)).toEqual(new Set(['answered']))
  expect(await world.findBrokenInvariants()).toEqual([])
})

const steps = [
  'order',
  'abandon',
  'pay',
  'expire',
  'cancel',
  'send',
  'return',
  'refuse',
  'lose',
  'fetch',
] as const
let runs = 0

test('stock is the first stock minus sold and reserved units, after any steps in any order, some at once', async () => {
  const buyers: Person[] = await Promise.all(['asha', 'ravi', 'zoya'].map(world.signUp))
  const [sold] = (await makeVariants([3])) as [string]
  for (const { userId } of buyers) await makeCashBuyer(db, { userId, variantId: sold, at: clock.now })
  const quiet = (promise: Promise<unknown>) => promise.catch(() => undefined)
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.array(fc.record({ step: fc.constantFrom(...steps), who: fc.nat(2), which: fc.nat(2) }), {
          minLength: 1,
          maxLength: 3,
        }),
        { minLength: 2, maxLength: 8 },
      ),
      async (rounds) => {
        runs++
        const ids = await makeVariants([4, 4, 4])
        const made: { id: string; paymentId: string | null; buyer: Person }[] = []
        const run = async ({
          step,
          who,
          which,
        }: {
          step: (typeof steps)[number]
          who: number
          which: number
        }) => {
          const buyer = buyers[who]!
          const wanted = { [ids[which]!]: 2 }
          const mine = made.findLast((one) => one.buyer === buyer)
          const parts = mine ? (await buyer.call.shop.order({ id: mine.id as never })).parts : []
          const partId = parts[0]?.id
          if (step === 'order') {
            const answer = await order(buyer, wanted)
            made.push({ ...answer, buyer })
          } else if (step === 'abandon') {
            await buyer.call.shop.addToCart({ variantId: ids[which] as never, quantity: 1 })
            await buyer.call.shop.checkout(placed)
          } else if (step === 'expire') {
            clock.now = new Date(clock.now.getTime() + 31 * 60_000)
            await jobs.runSweep('shop-end-checkouts', clock.now)
            await jobs.runSweep('payments-end-times-to-pay', clock.now)
          } else if (!mine || !partId) return
          else if (step === 'pay') await pay(world, buyer, mine.paymentId!)
          else if (step === 'cancel') await buyer.call.shop.cancelOrder({ id: mine.id as never })
          else if (step === 'refuse') await leela.call.shop.cancelPart({ id: partId, reason: 'Sold out' })
          else if (step === 'lose' || step === 'fetch') {
            await leela.call.shop.packPart({ id: partId })
            await leela.call.shop.shipPart({ id: partId, carrier: 'Post', tracking: '1' })
            await leela.call.shop.cancelPart({ id: partId, reason: 'Refused', cameBack: step === 'fetch' })
          } else if (step === 'send') {
            await leela.call.shop.packPart({ id: partId })
            await leela.call.shop.shipPart({ id: partId, carrier: 'Post', tracking: '1' })
            await leela.call.shop.deliverPart({ id: partId })
          } else {
            const { id: lineId, name } = parts[0]!.lines[0]!
            const kind = which === 0 ? 'damaged' : 'unopened'
            await askReturn(buyer, { id: mine.id, partId, kind, units: { [name]: 1 + (who % 2) } })
            await leela.call.shop.answerReturn({ id: partId, answer: 'take_back', note: 'Yes' })
            await leela.call.shop.receiveReturn({ id: partId, backOnSale: which === 2 ? [] : [lineId] })
          }
        }
        for (const round of rounds) {
          await Promise.all(round.map((one) => quiet(run(one))))
          await jobs.deliverEvents(clock.now)
        }
        expect(await world.findBrokenInvariants()).toEqual([])
        for (const id of ids) expect(await stockOf(id)).toBeGreaterThanOrEqual(0)
      },
    ),
    { numRuns: 12 },
  )
  expect(runs).toBeGreaterThanOrEqual(12)
}, 90_000)

const row = (facts: Pick<CartRow, 'price' | 'taxRate' | 'needsPrescription'>) =>
  ({ ...facts, name: 'Food', sellerGstin: null, sellerAddress: 'Bengaluru 560025' }) as CartRow

const anyCoupon = {
  id: '',
  code: 'PROPERTY',
  minimum: 0,
  valid_from: '2020-01-01',
  valid_until: null,
  most_uses: null,
  most_per_person: 1,
  category: null,
  seller_id: null,
  is_active: true,
  used: 0,
  used_by_you: 0,
  is_confirmed: true,
}
const couponTerms = fc.oneof(
  fc.record({
    percent: fc.integer({ min: 1, max: 90 }),
    amount: fc.constant(null),
    most_discount: fc.integer({ min: 1, max: 10_000_000 }),
  }),
  fc.record({
    percent: fc.constant(null),
    amount: fc.integer({ min: 1, max: 10_000_000 }),
    most_discount: fc.constant(null),
  }),
)

test('totals and tax per line always sum to what is charged', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          price: fc.integer({ min: 1, max: 100_000_000 }),
          quantity: fc.integer({ min: 1, max: 20 }),
          taxRate: fc.constantFrom(0, 5, 12, 18, 28, 40),
          needsPrescription: fc.boolean(),
        }),
        { minLength: 1, maxLength: 20 },
      ),
      fc.constantFrom('29' as const, '07' as const),
      fc.constantFrom('online' as const, 'cash' as const),
      fc.option(couponTerms),
      (goods, state, pays, terms) => {
        const wanted = goods.map(({ quantity, ...facts }) => ({ row: row(facts), quantity }))
        const undiscounted = priceParcels(wanted, { state, pays })
        const applied =
          terms &&
          applyCoupon(
            { ...anyCoupon, ...terms },
            { parcels: undiscounted, pays, now: clock.now, timeZone: 'Asia/Kolkata' },
          )
        const parcels = applied?.problem === null ? applied.parcels : undiscounted
        const totalOf = (of: typeof parcels) => of.reduce((sum, { total }) => sum + total, 0)
        expect(totalOf(parcels)).toBe(
          totalOf(undiscounted) - (applied?.problem === null ? applied.discount : 0),
        )
        for (const { total } of parcels) expect(total).toBeGreaterThan(0)
        for (const { lines, total, isInterstate } of parcels) {
          expect(isInterstate).toBe(state !== '29')
          expect(lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)).toBe(total)
          for (const { amount, taxRate, tax } of lines) {
            const exact = (amount * taxRate) / (100 + taxRate)
            expect(Math.abs(tax.cgst + tax.sgst + tax.igst - exact)).toBeLessThanOrEqual(
              isInterstate ? 0.5 : 1,
            )
            expect(isInterstate ? tax.cgst + tax.sgst : tax.igst).toBe(0)
            expect(tax.cgst).toBe(tax.sgst)
          }
        }
        // One seller's delivery is paid once, also if the medicines on prescription come later.
        const sum = goods.reduce((total, { price, quantity }) => total + price * quantity, 0)
        const fees = undiscounted.flatMap(({ lines }) => lines.filter(({ kind }) => kind !== 'goods'))
        expect(fees.map(({ kind }) => kind)).toEqual([
          ...(sum < 69_900 ? ['delivery'] : []),
          ...(pays === 'cash' ? ['cash_fee'] : []),
        ])
      },
    ),
  )
})

test('a seller’s change of stock or product and a buyer’s order wait for each other and never deadlock', async () => {
  const [id] = (await makeVariants([0])) as [string]
  const { product_id: productId } = await db
    .selectFrom('product_variants')
    .select('product_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const change = () =>
    leela.call.shop.changeStock({ id: id as never, change: { reason: 'received', units: 1 } })
  const hide = () => leela.call.shop.setProductShown({ id: productId as never, isShown: false })
  await db.updateTable('product_variants').set({ sku: 'LAST' }).where('id', '=', id).execute()
  const file =
    'sku,name,brand,category,for,size,price,tax_class,stock\nLAST,Oats,Oats,food,dog,1 kg,100,food,9'
  const send = () => leela.call.shop.importProducts({ file, isTrial: false })
  for (const act of [change, send, hide]) {
    let acted: Promise<unknown> | undefined
    await db.transaction().execute(async (tx) => {
      await sql`select from products where id = ${productId} for no key update`.execute(tx)
      acted = act()
      acted.catch(() => undefined)
      await vi.waitUntil(async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          db,
        )
        return rows.length > 0
      })
      await lockStock(tx, [id])
    })
    await acted
  }
  expect(await stockOf(id)).toBe(1)
})

test('stock goes back on sale even if the seller has meanwhile filled it to the maximum', async () => {
  const [id] = (await makeVariants([mostStock])) as [string]
  const buyer = await world.signUp('hana')
  await buyer.call.shop.addToCart({ variantId: id as never, quantity: 2 })
  await buyer.call.shop.checkout(placed)
  await leela.call.shop.changeStock({ id: id as never, change: { reason: 'received', units: 2 } })
  clock.now = new Date(clock.now.getTime() + 16 * 60_000)
  await jobs.runSweep('shop-end-checkouts', clock.now)
  expect(await stockOf(id)).toBe(mostStock + 2)
  expect(await world.findBrokenInvariants()).toEqual([])
})
