import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import type { Person } from '#/app/testing/people.ts'
import { openWorld } from '#/app/testing/world.ts'
import { DAY } from '#/kernel/duration.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { PartStatus } from '#/shop/order-states.ts'
import { makeOrder } from '#/shop/server/orders/made-order.factory.ts'
import { askReturn } from '#/shop/server/orders/order.factory.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'

const world = await openWorld()
const { db, clock, visitor } = world
const start = clock.now
const [asha, ravi, leela, omar] = (await Promise.all(
  ['asha', 'ravi', 'leela', 'omar'].map(signUpConfirmed),
)) as [Person, Person, Person, Person]
/** Signs up somebody with a confirmed email address, as reviews need it. */
async function signUpConfirmed(name: string): Promise<Person> {
  const person = await world.signUp(name)
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', person.userId).execute()
  return person
}
const sellerId = await makeSupplier(db, { userId: leela.userId, name: 'Paw Pantry', at: start })
await makeSupplier(db, { userId: omar.userId, name: 'Other Shop', at: start })
await vi.waitUntil(async () => (await leela.call.accounts.me()).user?.records['supplier'])

const side: Partial<Record<PartStatus, 'owner' | 'system'>> = {
  placed: 'owner',
  delivered: 'owner',
  return_asked: 'owner',
  return_sent: 'owner',
  completed: 'system',
}
const arrived = ['placed', 'packed', 'shipped', 'delivered'] as const
/** Can't be returned any more. */
const kept = [...arrived, 'completed'] as const
const sentBack = [...arrived, 'return_asked', 'return_approved', 'returned'] as const

/** Makes a product, and an order of it that went these ways. */
async function buy(buyer: Person, steps: readonly PartStatus[] = kept, product = stocked()) {
  const { id, variantIds } = await product
  const order = await makeOrder(db, {
    userId: buyer.userId,
    variantId: variantIds[0]!,
    ...(steps.includes('return_asked') && { returnKind: 'unopened' as const }),
    steps: steps.map((to) => ({ to, by: side[to] ?? 'seller', at: clock.now })),
  })
  return { id: id as never, orderId: order.id as never, partId: order.partId, product }
}

let products = 0
const stocked = (name = `Oats ${++products}`) =>
  makeProduct(db, { sellerId, at: start, name, variants: [{ name: '1 kg', price: 49_900, stock: 50 }] })
const refused = (code: string) => ({ code })
const starsOf = async (id: never) => {
  const { rating, reviewCount, starCounts } = await visitor.shop.product({ id })
  return { rating, reviewCount, starCounts }
}

beforeEach(() => {
  clock.now = start
  return async () => expect(await world.findBrokenInvariants()).toEqual([])
})

test('a buyer rates what was delivered: visitors read it, the mean and the spread, and its seller is notified', async () => {
  const { id, orderId, product } = await buy(asha)
  await buy(ravi, kept, product)
  expect(await starsOf(id)).toEqual({ rating: null, reviewCount: 0, starCounts: [0, 0, 0, 0, 0] })
  expect((await asha.call.shop.orderReviews({ id: orderId })).rows).toMatchObject([
    { productId: id, review: null, isRemoved: false },
  ])
  await asha.call.shop.review({ id, stars: 4, feedback: ' Bruno likes it ' })
  clock.now = new Date(start.getTime() + 1000)
  await ravi.call.shop.review({ id, stars: 5 })
  expect(await starsOf(id)).toEqual({ rating: 4.5, reviewCount: 2, starCounts: [0, 0, 0, 1, 1] })
  expect((await visitor.shop.productReviews({ id })).rows).toMatchObject([
    { by: 'ravi', stars: 5, feedback: null, reply: null, wasEdited: false },
    { by: 'asha', stars: 4, feedback: 'Bruno likes it', reply: null },
  ])
  const card = (await visitor.shop.products({ shelf: 'merchandise', sort: 'rating' })).rows.find(
    (row) => row.id === id,
  )
  expect(card).toMatchObject({ rating: 4.5, reviewCount: 2 })
  expect((await leela.call.notifications.list({ type: 'product_reviewed' })).rows).toMatchObject([
    { title: 'New review: 5 of 5' },
    { title: 'New review: 4 of 5', message: expect.stringMatching(/^asha reviewed “Oats 1”/) },
  ])
})

test.each<[string, readonly PartStatus[]]>([
  ['still on its way', arrived.slice(0, 3)],
  ['cancelled', ['placed', 'cancelled']],
  ['being returned', [...arrived, 'return_asked']],
  ['returned', sentBack],
  ['reported missing', [...arrived.slice(0, 3), 'not_arrived']],
])('nobody rates what is %s', async (_what, steps) => {
  const { id, orderId } = await buy(asha, steps)
  await expect(asha.call.shop.review({ id, stars: 5 })).rejects.toMatchObject(refused('shop.not_received'))
  expect((await asha.call.shop.orderReviews({ id: orderId })).rows).toEqual([])
})

test('a review counts once its parcel can’t be returned any more, unless its buyer paid us and said that it arrived', async () => {
  const { id, orderId, partId } = await buy(asha, arrived.slice(0, 3))
  await leela.call.shop.deliverPart({ id: partId as never })
  const linked = { id, stars: 5, feedback: 'Cheaper at www.evil.example' }
  await expect(asha.call.shop.review(linked)).rejects.toMatchObject({ code: 'request.links_refused' })
  await asha.call.shop.review({ id, stars: 5, feedback: 'Lovely' })
  expect(await starsOf(id)).toMatchObject({ rating: null, reviewCount: 0 })
  expect((await visitor.shop.productReviews({ id })).rows).toMatchObject([{ feedback: 'Lovely' }])
  clock.now = new Date(start.getTime() + 7 * DAY + 1000)
  await world.app.jobs.runSweep('shop-move-overdue-parts', clock.now)
  expect((await asha.call.shop.order({ id: orderId })).parts).toMatchObject([{ status: 'completed' }])
  expect(await starsOf(id)).toMatchObject({ rating: 5, reviewCount: 1, starCounts: [0, 0, 0, 0, 1] })
  await asha.call.shop.deleteReview({ id })
  expect(await starsOf(id)).toMatchObject({ rating: null, reviewCount: 0 })
})

test('a review of a cash order counts only once it can’t be returned any more, because nobody has paid us for it', async () => {
  const { id, orderId, partId } = await buy(asha, arrived.slice(0, 3))
  await asha.call.shop.confirmArrival({ id: orderId, partId: partId as never })
  await asha.call.shop.review({ id, stars: 5 })
  expect(await starsOf(id)).toMatchObject({ rating: null, reviewCount: 0 })
  clock.now = new Date(start.getTime() + 7 * DAY + 1000)
  await world.app.jobs.runSweep('shop-move-overdue-parts', clock.now)
  expect(await starsOf(id)).toMatchObject({ rating: 5, reviewCount: 1 })
})

test('people who bought nothing, and the seller, rate nothing; another delivery of it gives the right back', async () => {
  const { id, product } = await buy(asha, sentBack)
  for (const person of [ravi, leela])
    await expect(person.call.shop.review({ id, stars: 5 })).rejects.toMatchObject(
      refused('shop.not_received'),
    )
  for (const stars of [0, 6, 4.5])
    await expect(asha.call.shop.review({ id, stars })).rejects.toMatchObject(refused('request.malformed'))
  await buy(asha, kept, product)
  await asha.call.shop.review({ id, stars: 5 })
})

test('a product that was bought twice is rated once; its writer changes it as long as one is kept, and deletes it', async () => {
  const { id, orderId, partId, product } = await buy(asha, arrived)
  const other = await buy(asha, arrived, product)
  await asha.call.shop.review({ id, stars: 1, feedback: 'Hm' })
  await asha.call.shop.review({ id, stars: 3 })
  expect((await visitor.shop.productReviews({ id })).rows).toMatchObject([
    { stars: 3, feedback: null, wasEdited: true },
  ])
  const back = { kind: 'unopened' as const, note: 'Too much' }
  await askReturn(asha, { ...back, id: orderId, partId: partId as never })
  await asha.call.shop.review({ id, stars: 2 })
  await askReturn(asha, { ...back, id: other.orderId, partId: other.partId as never })
  await expect(asha.call.shop.review({ id, stars: 1 })).rejects.toMatchObject(refused('shop.not_received'))
  expect((await asha.call.shop.orderReviews({ id: orderId })).rows).toMatchObject([{ review: { stars: 2 } }])
  await asha.call.shop.deleteReview({ id })
  expect(await starsOf(id)).toEqual({ rating: null, reviewCount: 0, starCounts: [0, 0, 0, 0, 0] })
  await expect(asha.call.shop.deleteReview({ id })).rejects.toMatchObject(refused('request.not_found'))
})

test('of many reviews at once, each counts once, and one person’s make one', async () => {
  const { id, product } = await buy(asha)
  const buyers = await Promise.all(['b1', 'b2', 'b3', 'b4', 'b5', 'b6'].map(signUpConfirmed))
  for (const buyer of buyers) await buy(buyer, kept, product)
  const written = await Promise.allSettled([
    ...buyers.map((buyer, index) => buyer.call.shop.review({ id, stars: (index % 5) + 1 })),
    ...[1, 2, 3].map(() => asha.call.shop.review({ id, stars: 5 })),
  ])
  for (const result of written)
    if (result.status === 'rejected') expect(result.reason).toMatchObject(refused('shop.already_reviewed'))
  expect(await starsOf(id)).toMatchObject({ reviewCount: 7, starCounts: [2, 1, 1, 1, 2] })
  await Promise.all(buyers.map((buyer) => buyer.call.shop.review({ id, stars: 5 })))
  expect(await starsOf(id)).toMatchObject({ rating: 5, reviewCount: 7, starCounts: [0, 0, 0, 0, 7] })
  await Promise.all(buyers.map((buyer) => buyer.call.shop.deleteReview({ id })))
  expect(await starsOf(id)).toMatchObject({ rating: 5, reviewCount: 1, starCounts: [0, 0, 0, 0, 1] })
})

test('the seller answers once, and nobody else does', async () => {
  const { id } = await buy(asha)
  await asha.call.shop.review({ id, stars: 2, feedback: 'The bag was open' })
  const { rows } = await leela.call.shop.ownReviews({ show: 'unanswered' })
  const review = rows.find(({ product }) => product.id === id)
  expect(review).toMatchObject({ product: { id }, by: 'asha', mayReply: true })
  const answer = { id: review!.id, reply: 'We’ll send another.' }
  await expect(omar.call.shop.answerReview(answer)).rejects.toMatchObject(refused('request.not_found'))
  await expect(asha.call.shop.answerReview(answer)).rejects.toMatchObject({ status: 403 })
  expect((await omar.call.shop.ownReviews({})).rows).toEqual([])
  expect((await omar.call.shop.ownReviews({ id: review!.id })).rows).toEqual([])
  expect((await leela.call.shop.ownReviews({ id: review!.id })).rows).toEqual([review])
  await leela.call.shop.answerReview(answer)
  await expect(leela.call.shop.answerReview(answer)).rejects.toMatchObject(refused('shop.already_answered'))
  expect((await visitor.shop.productReviews({ id })).rows).toMatchObject([{ reply: 'We’ll send another.' }])
  expect((await leela.call.shop.ownReviews({ show: 'unanswered' })).rows.map((row) => row.id)).not.toContain(
    review!.id,
  )
})

test('a review that was changed after its answer says so, its seller is notified once, and answers again', async () => {
  const { id } = await buy(asha)
  await asha.call.shop.review({ id, stars: 5, feedback: 'Great' })
  const own = async () =>
    (await leela.call.shop.ownReviews({ show: 'all' })).rows.find(({ product }) => product.id === id)!
  const { id: reviewId } = await own()
  await leela.call.shop.answerReview({ id: reviewId, reply: 'Thank you!' })
  clock.now = new Date(start.getTime() + 60_000)
  await asha.call.shop.review({ id, stars: 5, feedback: 'Great' })
  expect(await own()).toMatchObject({ mayReply: false, wasEdited: false })
  for (const stars of [2, 1]) await asha.call.shop.review({ id, stars, feedback: 'It broke' })
  const changed = { stars: 1, reply: 'Thank you!', isReplyOlder: true }
  expect((await visitor.shop.productReviews({ id })).rows).toMatchObject([changed])
  expect(await own()).toMatchObject({ ...changed, mayReply: true })
  expect((await leela.call.shop.ownReviews({ show: 'unanswered' })).rows).toContainEqual(await own())
  const { rows } = await leela.call.notifications.list({ type: 'product_reviewed' })
  expect(rows.filter(({ title }) => /^Review changed/.test(title))).toMatchObject([
    { title: 'Review changed: 2 of 5' },
  ])
  clock.now = new Date(start.getTime() + 120_000)
  const again = { id: reviewId, reply: 'We’ll send another.' }
  await leela.call.shop.answerReview(again)
  expect(await own()).toMatchObject({ reply: again.reply, isReplyOlder: false, mayReply: false })
  await expect(leela.call.shop.answerReview(again)).rejects.toMatchObject(refused('shop.already_answered'))
})

test('writing a deleted review again doesn’t notify its seller again', async () => {
  const { id } = await buy(asha)
  for (const stars of [1, 2, 3]) {
    await asha.call.shop.review({ id, stars })
    await asha.call.shop.deleteReview({ id })
  }
  const { name } = await visitor.shop.product({ id })
  const { rows } = await leela.call.notifications.list({ type: 'product_reviewed' })
  expect(rows.filter(({ message }) => message.includes(`“${name}”`))).toHaveLength(1)
})

test('only people who have confirmed their email address or phone write reviews', async () => {
  const { id } = await buy(omar)
  await db.updateTable('users').set({ email_verified: false }).where('id', '=', omar.userId).execute()
  await expect(omar.call.shop.review({ id, stars: 5 })).rejects.toMatchObject(
    refused('shop.review_unconfirmed'),
  )
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', omar.userId).execute()
  await omar.call.shop.review({ id, stars: 5 })
})

async function sendBack(
  buyer: Person,
  { orderId, partId }: Pick<Awaited<ReturnType<typeof buy>>, 'orderId' | 'partId'>,
  kind: 'unopened' | 'damaged',
) {
  const part = { id: partId as never }
  await askReturn(buyer, { id: orderId, partId: part.id, kind, note: 'No' })
  await leela.call.shop.answerReturn({ ...part, answer: 'take_back', note: 'Send it' })
  await leela.call.shop.receiveReturn(part)
}

test.each([
  ['came back unopened', 'unopened', false, []],
  ['came back damaged', 'damaged', false, [1]],
  ['came back unopened, while its writer kept another one', 'unopened', true, [1]],
] as const)('of a delivery that %s, this is left of its review', async (_what, kind, keepsOne, left) => {
  const { id, orderId, partId, product } = await buy(ravi, arrived)
  await ravi.call.shop.review({ id, stars: 1 })
  if (keepsOne) await buy(ravi, kept, product)
  await sendBack(ravi, { orderId, partId }, kind)
  await world.app.jobs.deliverEvents(clock.now)
  expect((await visitor.shop.productReviews({ id })).rows.map(({ stars }) => stars)).toEqual(left)
})

test('once the last delivery of a product comes back unopened, its review goes, too', async () => {
  const first = await buy(ravi, arrived)
  await ravi.call.shop.review({ id: first.id, stars: 1 })
  for (const bought of [first, await buy(ravi, arrived, first.product)]) {
    expect((await visitor.shop.productReviews({ id: first.id })).rows).toHaveLength(1)
    await sendBack(ravi, bought, 'unopened')
    await world.app.jobs.deliverEvents(clock.now)
  }
  expect((await visitor.shop.productReviews({ id: first.id })).rows).toEqual([])
})

test('reviews of a product come ten at a time, each once, and only while it is listed', async () => {
  const product = stocked()
  const { id } = await product
  for (let n = 0; n < 13; n++) {
    clock.now = new Date(start.getTime() + n * 1000)
    const buyer = await signUpConfirmed(`many${n}`)
    await buy(buyer, kept, product)
    await buyer.call.shop.review({ id: id as never, stars: 5 })
  }
  const first = await visitor.shop.productReviews({ id: id as never })
  const second = await visitor.shop.productReviews({ id: id as never, cursor: first.nextCursor! })
  expect(new Set([...first.rows, ...second.rows].map((row) => row.id)).size).toBe(13)
  expect(second.nextCursor).toBeNull()
  await leela.call.shop.setProductShown({ id: id as never, isShown: false })
  await expect(visitor.shop.productReviews({ id: id as never })).rejects.toMatchObject(
    refused('request.not_found'),
  )
})

test('the best rated come first: many good reviews before a single one, unrated ones before badly rated ones', async () => {
  const name = (what: string) => `Rankling ${what}`
  const made = await Promise.all(['many', 'one', 'none', 'bad'].map((what) => stocked(name(what))))
  const [many, one, , bad] = made.map((product) => Promise.resolve(product))
  const buyers = await Promise.all(['r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7', 'r8'].map(signUpConfirmed))
  for (const [index, buyer] of buyers.entries()) {
    const { id } = await buy(buyer, kept, many!)
    await buyer.call.shop.review({ id, stars: index === 0 ? 4 : 5 })
  }
  for (const [product, stars] of [
    [one, 5],
    [bad, 1],
  ] as const)
    await asha.call.shop.review({ id: (await buy(asha, kept, product!)).id, stars })
  const { rows } = await visitor.shop.products({ shelf: 'merchandise', sort: 'rating', q: 'rankling' })
  expect(rows.map((row) => row.name)).toEqual(['many', 'one', 'none', 'bad'].map(name))
})

test('a confirmed number that moves to the next account reviews a product no second time, unless the review is deleted', async () => {
  const { id, product } = await buy(asha)
  const [next, other] = [await signUpConfirmed('next'), await signUpConfirmed('other')]
  for (const buyer of [next, other]) await buy(buyer, kept, product)
  const phone = { provider_id: 'phone', issuer: 'phone', account_id: '+919812300001' }
  const row = { ...phone, id: newId(), user_id: asha.userId }
  await db.insertInto('accounts').values(row).execute()
  await asha.call.shop.review({ id, stars: 5 })
  await db.updateTable('accounts').set({ user_id: next.userId }).where('id', '=', row.id).execute()
  await expect(next.call.shop.review({ id, stars: 5 })).rejects.toMatchObject(refused('shop.reviewed_before'))
  await other.call.shop.review({ id, stars: 4 })
  expect(await starsOf(id)).toMatchObject({ reviewCount: 2 })
  await asha.call.shop.review({ id, stars: 4 })
  const { rows } = await sql<{ key: string }>`select contact_key as key from product_review_contacts`.execute(
    db,
  )
  expect(JSON.stringify(rows)).not.toMatch(/9812300001|asha/)
  await asha.call.shop.deleteReview({ id })
  await next.call.shop.review({ id, stars: 5 })
  await db.deleteFrom('accounts').where('id', '=', row.id).execute()
})

test('a reviewed product keeps its category, and readers at the desk see under which name it was reviewed', async () => {
  const { id } = await buy(asha)
  const nadia = await openDesk(world, 'nadia')
  const read = () => leela.call.shop.ownProduct({ id })
  const change = async (part: object) => {
    const { version, name, brand, category, species, taxClass, variants } = await read()
    return leela.call.shop.changeProduct({
      id,
      version,
      isShown: true,
      keptPictures: [],
      product: {
        name,
        brand,
        category,
        species,
        taxClass,
        variants: variants.map(({ price, ...variant }) => ({ ...variant, price: price.amount })),
        ...part,
      } as never,
    })
  }
  await change({ category: 'treats' })
  await asha.call.shop.review({ id, stars: 5 })
  await expect(change({ category: 'toys' })).rejects.toMatchObject(refused('shop.reviewed_category'))
  const renamed = async () => (await nadia.call.products({ show: 'renamed' })).rows
  expect(await renamed()).toEqual([])
  const { name } = await read()
  await change({ name: 'Gold Leash' })
  expect(await renamed()).toMatchObject([
    { id, name: 'Gold Leash', reviewedAs: expect.stringContaining(name) },
  ])
  await change({ name: 'Silver Leash' })
  expect(await renamed()).toMatchObject([{ name: 'Silver Leash', reviewedAs: expect.stringContaining(name) }])
  await change({ name })
  expect(await renamed()).toEqual([])
  await change({ brand: 'another brand' })
  expect(await renamed()).toMatchObject([{ reviewedAs: expect.stringContaining(name) }])
})
