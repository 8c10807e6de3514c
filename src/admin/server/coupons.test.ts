import { expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import type { CouponTerms } from '#/shop/coupons.ts'
import { makeCoupon } from '#/shop/server/coupons/coupon.factory.ts'
import { order } from '#/shop/server/orders/order.factory.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'

const world = await openWorld()
const { db, clock } = world
const nadia = await openDesk(world, 'nadia')
const omar = await openDesk(world, 'omar', 'support')
const leela = await world.signUp('leela')
const sellerId = await makeSupplier(db, { userId: leela.userId, at: clock.now, name: 'Paw Pantry' })

const terms: CouponTerms = {
  percent: 10,
  amount: null,
  minimum: 50_000,
  mostDiscount: 20_000,
  validFrom: '2026-01-01',
  validUntil: null,
  mostUses: 100,
  mostPerPerson: 1,
  category: 'food',
  sellerId,
  isActive: true,
}

test('an administrator adds a coupon and changes it, and the log has both', async () => {
  const { id } = await nadia.call.addCoupon({ code: 'diwali10', terms })
  expect(await omar.call.coupon({ id })).toMatchObject({
    code: 'DIWALI10',
    percent: 10,
    minimum: { amount: 50_000 },
    used: 0,
    version: 1,
    seller: { id: sellerId, name: 'Paw Pantry' },
  })
  await nadia.call.changeCoupon({ id, version: 1, terms: { ...terms, percent: 20, isActive: false } })
  const { rows } = await nadia.call.log({ subjectId: id })
  expect(rows).toMatchObject([
    {
      action: 'coupon.changed',
      subject: { name: 'DIWALI10' },
      before: { discount: '10%', active: true },
      after: { discount: '20%', active: false },
    },
    { action: 'coupon.added', after: { discount: '10%', mostDiscount: '₹200.00', seller: 'Paw Pantry' } },
  ])
  expect(Object.keys(rows[0]!.after).toSorted()).toEqual(['active', 'discount'])
  expect((await nadia.call.coupons({ search: 'wali' })).rows).toEqual([])
  expect((await nadia.call.coupons({ search: 'wali', show: 'all' })).rows).toMatchObject([{ id }])
})

test('a code is there once, an older screen changes nothing, and support keeps them too', async () => {
  const id = await makeCoupon(db, { code: 'TAKEN1', most_uses: 5, used: 0 })
  await expect(nadia.call.addCoupon({ code: 'TAKEN1', terms })).rejects.toMatchObject({
    code: 'shop.coupon_taken',
  })
  const both = await Promise.allSettled(
    [5, 6].map((percent) => nadia.call.changeCoupon({ id, version: 1, terms: { ...terms, percent } })),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'shop.coupon_changed' },
  })
  const own = await omar.call.addCoupon({ code: 'MINE10', terms: { ...terms, mostUses: 10 } })
  await omar.call.changeCoupon({ id: own.id, version: 1, terms: { ...terms, isActive: false } })
  expect((await omar.call.log({ subjectId: own.id })).rows).toMatchObject(
    ['coupon.changed', 'coupon.added'].map((action) => ({ action, admin: { id: omar.adminId } })),
  )
  await expect(
    nadia.call.addCoupon({ code: 'NOBODY', terms: { ...terms, sellerId: id } }),
  ).rejects.toMatchObject({ code: 'shop.seller_unknown' })
})

test('support gives away ₹10,000 in 30 days at most, also by two coupons at once, and administrators any amount', async () => {
  const refused = { code: 'shop.coupon_too_large', status: 403 }
  const small = { ...terms, mostUses: 25 }
  await expect(
    omar.call.addCoupon({ code: 'LARGE1', terms: { ...terms, mostUses: 51 } }),
  ).rejects.toMatchObject(refused)
  await expect(
    omar.call.addCoupon({ code: 'LARGE1', terms: { ...terms, mostUses: null } }),
  ).rejects.toMatchObject(refused)
  const { id } = await nadia.call.addCoupon({ code: 'LARGE1', terms: { ...terms, mostUses: null } })
  // Switching off a coupon of an administrator is no gift; changing it is.
  const change = (version: number, isActive: boolean) =>
    omar.call.changeCoupon({ id, version, terms: { ...terms, mostUses: null, isActive } })
  await change(1, false)
  await expect(change(2, true)).rejects.toMatchObject(refused)
  const tries = await Promise.allSettled(
    ['HALF1', 'HALF2', 'HALF3'].map((code) => omar.call.addCoupon({ code, terms: small })),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(tries.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refused })
  clock.now = new Date(clock.now.getTime() + 31 * 86_400_000)
  const later = await openDesk(world, 'olga', 'support')
  await later.call.addCoupon({ code: 'HALF4', terms: small })
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('what support’s coupons have taken off stays counted when somebody changes their terms', async () => {
  clock.now = new Date(clock.now.getTime() + 31 * 86_400_000)
  const support = await openDesk(world, 'omit', 'support')
  const admin = await openDesk(world, 'nora')
  const all = { ...terms, percent: null, mostDiscount: null, amount: 10_000_00, mostUses: 1, category: null }
  const { id } = await support.call.addCoupon({ code: 'BIGGEST', terms: all })
  const asha = await world.signUp('asha')
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', asha.userId).execute()
  const { variantIds } = await makeProduct(db, {
    sellerId,
    at: clock.now,
    variants: [{ name: '50 kg', price: 12_000_00, stock: 5 }],
  })
  await order(asha, { [variantIds[0]!]: 1 }, { coupon: 'BIGGEST' })
  const tryMore = () =>
    expect(
      support.call.addCoupon({ code: 'ANOTHER', terms: { ...terms, mostUses: 1 } }),
    ).rejects.toMatchObject({ code: 'shop.coupon_too_large' })
  await tryMore()
  await support.call.changeCoupon({ id, version: 1, terms: { ...all, amount: 1 } })
  await tryMore()
  await admin.call.changeCoupon({ id, version: 2, terms: { ...all, mostUses: 500 } })
  await tryMore()
  expect(await world.findBrokenInvariants()).toEqual([])
})

let old = 100
test.each([
  ['neither a percentage nor an amount', { percent: null }],
  ['both a percentage and an amount', { amount: 100 }],
  ['more than 90 percent', { percent: 91 }],
  ['an amount of 0', { percent: null, mostDiscount: null, amount: 0 }],
  ['a maximum for an amount', { percent: null, amount: 100 }],
  ['a percentage without a maximum', { mostDiscount: null }],
  ['a maximum above ₹1,00,000', { mostDiscount: 10_000_001 }],
  ['an amount above ₹1,00,000', { percent: null, mostDiscount: null, amount: 10_000_001 }],
  ['no limit per person', { mostPerPerson: null as never }],
  ['a last day before the first', { validUntil: '2025-12-31' }],
  ['a day that doesn’t exist', { validUntil: '2026-02-30' }],
])('%s is refused', async (_what, change) => {
  await expect(
    nadia.call.addCoupon({ code: 'WRONG1', terms: { ...terms, ...change } }),
  ).rejects.toMatchObject({ code: 'request.malformed' })
  const id = await makeCoupon(db, { code: `OLD${old++}` })
  await expect(
    nadia.call.changeCoupon({ id, version: 1, terms: { ...terms, ...change } }),
  ).rejects.toMatchObject({ code: 'request.malformed' })
  expect(await nadia.call.coupon({ id })).toMatchObject({ version: 1, amount: { amount: 10_000 } })
})

test.each(['dıwalı', 'DİWALI', 'ＤIWALI', 'ﬁrst', 'ABC'])('the code %s is refused', async (code) => {
  await expect(nadia.call.addCoupon({ code, terms })).rejects.toMatchObject({ code: 'request.malformed' })
})
