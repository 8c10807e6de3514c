import { expect, test, vi } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { findBrokenInvariants } from '#/kernel/server/invariants.ts'
import { makeOrder } from '#/shop/server/orders/made-order.factory.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'

const world = await openWorld()
const { db, clock, visitor } = world
const at = clock.now
const [nadia, omar] = [await openDesk(world, 'nadia'), await openDesk(world, 'omar')]
const [asha, leela] = [await world.signUp('asha'), await world.signUp('leela')]
await db.updateTable('users').set({ email_verified: true }).where('id', '=', asha.userId).execute()
const sellerId = await makeSupplier(db, { userId: leela.userId, name: 'Paw Pantry', at })
await vi.waitUntil(async () => (await leela.call.accounts.me()).user?.records['supplier'])

async function reviewed(name: string, stars: number, feedback: string) {
  const { id, variantIds } = await makeProduct(db, { sellerId, at, name })
  const { id: orderId } = await makeOrder(db, {
    ...{ userId: asha.userId, variantId: variantIds[0]! },
    steps: (['placed', 'packed', 'shipped', 'delivered'] as const).map((to) => ({
      ...{ to, by: to === 'placed' ? 'owner' : 'seller', at },
    })),
  })
  await asha.call.shop.review({ id: id as never, stars, feedback })
  const [row] = (await nadia.call.reviews({ search: name })).rows
  return { id: id as never, orderId: orderId as never, reviewId: row!.id, row }
}
const told = async (person: typeof asha) =>
  (await person.call.notifications.list({ type: 'rating_removed' })).rows

test('a removed review is no longer public, doesn’t count, isn’t written again, and its writer is told why', async () => {
  const { id, orderId, reviewId, row } = await reviewed('Millet Bowl', 1, 'Call me on 98123 45678')
  expect(row).toMatchObject({
    ...{ writer: { name: 'asha' }, product: { name: 'Millet Bowl' }, seller: { name: 'Paw Pantry' } },
    ...{ stars: 1, reply: null, removed: null },
  })
  const reason = 'It has a phone number.'
  const both = await Promise.allSettled(
    [nadia, omar].map(({ call }) => call.removeReview({ id: reviewId, part: 'rating', reason })),
  )
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(both.find((result) => result.status === 'rejected')).toMatchObject({
    reason: { code: 'shop.already_removed' },
  })
  expect(await visitor.shop.product({ id })).toMatchObject({ rating: null, reviewCount: 0 })
  expect((await visitor.shop.productReviews({ id })).rows).toEqual([])
  expect((await leela.call.shop.ownReviews({})).rows).toEqual([])
  expect((await nadia.call.reviews({ search: 'millet' })).rows).toEqual([])
  expect((await nadia.call.reviews({ search: 'millet', show: 'removed' })).rows).toMatchObject([
    { id: reviewId, removed: { reason } },
  ])
  expect(await told(asha)).toMatchObject([
    { title: 'Your review was removed', message: expect.stringContaining(reason) },
  ])
  expect((await omar.call.log({ subjectId: reviewId })).rows).toMatchObject([
    { action: 'review.removed', reason },
  ])
  expect((await asha.call.shop.orderReviews({ id: orderId })).rows).toMatchObject([
    { review: null, isRemoved: true },
  ])
  const refused = { code: 'shop.review_removed' }
  await expect(asha.call.shop.review({ id, stars: 5 })).rejects.toMatchObject(refused)
  await expect(asha.call.shop.deleteReview({ id })).rejects.toMatchObject(refused)
  expect(await findBrokenInvariants(world.databaseUrl)).toEqual([])
})

test('an answer is removed and the review stays; there is no second answer', async () => {
  const { id, reviewId } = await reviewed('Hemp Collar', 2, 'The buckle broke')
  const remove = () =>
    nadia.call.removeReview({ id: reviewId, part: 'reply', reason: 'It insults the buyer.' })
  await expect(remove()).rejects.toMatchObject({ code: 'request.not_found' })
  await leela.call.shop.answerReview({ id: reviewId, reply: 'You pulled too hard, you fool.' })
  await remove()
  expect((await visitor.shop.productReviews({ id })).rows).toMatchObject([{ stars: 2, reply: null }])
  expect(await told(leela)).toMatchObject([{ title: 'Your answer was removed' }])
  await expect(leela.call.shop.answerReview({ id: reviewId, reply: 'Again' })).rejects.toMatchObject({
    code: 'shop.already_answered',
  })
  expect((await nadia.call.log({ subjectId: reviewId })).rows).toMatchObject([
    { action: 'review.reply_removed' },
  ])
  expect(await findBrokenInvariants(world.databaseUrl)).toEqual([])
})

test('a suspended buyer’s review stays until an admin removes it, and they write no other', async () => {
  const { id } = await reviewed('Jute Rope', 3, 'Fine')
  const product = await reviewed('Cotton Bed', 4, 'Soft')
  await nadia.call.suspend({ id: asha.userId, reason: 'Fraud' })
  expect(await visitor.shop.product({ id })).toMatchObject({ rating: 3, reviewCount: 1 })
  for (const write of [
    () => asha.call.shop.review({ id, stars: 5 }),
    () => asha.call.shop.deleteReview({ id: product.id }),
  ])
    await expect(write()).rejects.toMatchObject({ status: 401 })
  await nadia.call.removeReview({ id: product.reviewId, part: 'rating', reason: 'It was paid for.' })
  expect(await visitor.shop.product({ id: product.id })).toMatchObject({ rating: null })
})
