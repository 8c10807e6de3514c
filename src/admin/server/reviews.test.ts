import { expect, test, vi } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
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
    userId: asha.userId,
    variantId: variantIds[0]!,
    steps: (['placed', 'packed', 'shipped', 'delivered', 'completed'] as const).map((to) => ({
      to,
      // It can't be returned any more, so the stars count.
      by: to === 'placed' ? 'owner' : to === 'completed' ? 'system' : 'seller',
      at,
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
    writer: { name: 'asha' },
    product: { name: 'Millet Bowl' },
    seller: { name: 'Paw Pantry' },
    stars: 1,
    reply: null,
    removed: null,
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
  expect(await world.findBrokenInvariants()).toEqual([])
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
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('a reader’s report reaches the desk, which keeps the review, and again once it was changed; then removes it', async () => {
  const [ravi, zoya] = [await world.signUp('ravi-r'), await world.signUp('zoya-r')]
  const { id, reviewId } = await reviewed('Teak Kennel', 1, 'Thieves!')
  const report = (who: typeof ravi, reason = 'It isn’t true') =>
    who.call.shop.reportReview({ id: reviewId, reason })
  const reported = async () => (await nadia.call.reviews({ show: 'reported' })).rows
  const outcomes = async (who: typeof ravi) =>
    (await who.call.notifications.list({ type: 'report_resolved' })).rows.map(({ message }) => message)
  expect(await reported()).toEqual([])
  await expect(report(asha)).rejects.toMatchObject({ code: 'shop.own_review' })
  await expect(visitor.shop.reportReview({ id: reviewId, reason: 'Rude' })).rejects.toMatchObject({
    status: 401,
  })
  const twice = await Promise.allSettled([report(ravi), report(ravi)])
  expect(twice.filter(({ status }) => status === 'rejected')).toMatchObject([
    { reason: { code: 'shop.already_complained' } },
  ])
  clock.now = new Date(clock.now.getTime() + 60_000)
  await report(zoya, 'A shop isn’t a thief')
  expect(await reported()).toMatchObject([
    {
      id: reviewId,
      isReported: true,
      removed: null,
      complaints: [{ reason: 'A shop isn’t a thief' }, { reason: 'It isn’t true', closed: null }],
    },
  ])
  // Readers see it until an admin has decided.
  expect((await visitor.shop.productReviews({ id })).rows).toHaveLength(1)
  const kept = await Promise.allSettled(
    [nadia, omar].map(({ call }) => call.keepReview({ id: reviewId, reason: 'An opinion' })),
  )
  expect(kept.filter(({ status }) => status === 'rejected')).toMatchObject([
    { reason: { code: 'shop.no_open_complaint' } },
  ])
  expect(await reported()).toEqual([])
  expect(await outcomes(ravi)).toMatchObject([expect.stringContaining('nothing against our rules')])
  expect((await nadia.call.log({ subjectId: reviewId })).rows).toMatchObject([
    { action: 'review.kept', reason: 'An opinion' },
  ])
  await expect(report(ravi)).rejects.toMatchObject({ code: 'shop.already_complained' })

  clock.now = new Date(clock.now.getTime() + 60_000)
  await asha.call.shop.review({ id, stars: 1, feedback: 'Thieves and liars!' })
  clock.now = new Date(clock.now.getTime() + 60_000)
  await report(ravi, 'Now it’s worse')
  expect(await reported()).toMatchObject([{ complaints: [{ reason: 'Now it’s worse', closed: null }, {}] }])
  await nadia.call.removeReview({ id: reviewId, part: 'rating', reason: 'It insults the seller.' })
  expect(await reported()).toEqual([])
  expect((await outcomes(ravi))[0]).toContain('acted on it')
  expect(await outcomes(zoya)).toHaveLength(1)
  await expect(report(zoya)).rejects.toMatchObject({ code: 'request.not_found' })
})

test('an answer is reported by people whose report was closed before, and by the reviewer', async () => {
  const [gita, hari] = [await world.signUp('gita-r'), await world.signUp('hari-r')]
  const { reviewId } = await reviewed('Oak Perch', 2, 'Wobbly')
  const report = (who: typeof gita, reason = 'It’s rude') =>
    who.call.shop.reportReview({ id: reviewId, reason })
  const reported = async () => (await nadia.call.reviews({ show: 'reported' })).rows
  const later = () => {
    clock.now = new Date(clock.now.getTime() + 60_000)
  }
  await report(gita)
  later()
  await nadia.call.keepReview({ id: reviewId, reason: 'An opinion' })
  later()
  await leela.call.shop.answerReview({ id: reviewId, reply: 'You can’t even screw, you fool.' })
  later()
  for (const who of [gita, asha]) await report(who)
  expect(await reported()).toMatchObject([{ id: reviewId, complaints: [{}, {}] }])
  await nadia.call.removeReview({ id: reviewId, part: 'reply', reason: 'It insults the buyer.' })
  expect(await reported()).toEqual([])
  // The review itself stands, so they may still report that.
  later()
  await report(gita, 'The review is rude, too')
  await expect(report(asha)).rejects.toMatchObject({ code: 'shop.own_review' })

  // A report that went with its erased writer leaves nothing to decide.
  await nadia.call.keepReview({ id: reviewId, reason: 'An opinion' })
  await report(hari)
  await db.deleteFrom('product_review_complaints').where('user_id', '=', hari.userId).execute()
  await nadia.call.keepReview({ id: reviewId, reason: 'Nothing is open' })
  expect(await reported()).toEqual([])
})

test('a suspended buyer’s review stays until an admin removes it, and they write no other', async () => {
  const { id } = await reviewed('Jute Rope', 3, 'Fine')
  const product = await reviewed('Cotton Bed', 4, 'Soft')
  await nadia.call.suspend({ id: asha.userId, reason: 'Fraud' })
  // Servers drop what they remember of a session once Postgres has told them.
  await vi.waitUntil(async () => (await asha.call.accounts.me()).user === null)
  expect(await visitor.shop.product({ id })).toMatchObject({ rating: 3, reviewCount: 1 })
  for (const write of [
    () => asha.call.shop.review({ id, stars: 5 }),
    () => asha.call.shop.deleteReview({ id: product.id }),
  ])
    await expect(write()).rejects.toMatchObject({ status: 401 })
  await nadia.call.removeReview({ id: product.reviewId, part: 'rating', reason: 'It was paid for.' })
  expect(await visitor.shop.product({ id: product.id })).toMatchObject({ rating: null })
})
