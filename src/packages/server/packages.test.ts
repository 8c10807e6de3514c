import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { AccountClosing } from '#/accounts/events.ts'
import { openDesk } from '#/app/testing/desk.ts'
import type { Person } from '#/app/testing/people.ts'
import { openWorld } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { offersLimit } from '#/packages/rules.ts'
import { lateMs } from '#/payments/sandbox/bank.ts'
import { pay, saveCard } from '#/payments/server/payer.factory.ts'
import { makeTrainer } from '#/training/server/training.factory.ts'
import { makeOffer } from './packages.factory.ts'

// Racers each keep a connection while they wait for the lock.
const world = await openWorld({ DATABASE_POOL: '24', TRAINING_TAX_PERCENT: '18' })
const { db, clock } = world
const { jobs } = world.app
const asha = await world.signUp('asha')
const ravi = await world.signUp('ravi')
const om = await world.signUp('om')
// The policy for single sessions doesn't matter for those of packages.
const trainerId = await makeTrainer(db, {
  userId: om.userId,
  offersOnline: true,
  hourlyRate: 80_000,
  refundPolicy: 'strict',
})
const price = 280_001
/** The price of a single hour, at the trainer's rate. */
const singlePrice = 80_000
const day = 24 * HOUR

const work = async () => {
  await (await world.sandbox()).bank.pump()
  await jobs.deliverEvents(clock.now)
}
const sweep = (name: string) => jobs.runSweep(name, clock.now)

async function buy(person: Person, offerId: string): Promise<string> {
  const { rows } = await person.call.packages.offers({ trainerId })
  const offer = rows.find(({ id }) => id === offerId)!
  const bought = await person.call.packages.buy({
    offerId,
    price: offer.price.amount,
    version: offer.version,
    singlePrice: offer.singlePrice.amount,
  })
  await pay(world, person, bought.paymentId)
  await work()
  return bought.id
}

let next = 0
/** Returns a different hour for each booking. */
function slot() {
  const index = next++
  const date = new Date(clock.now.getTime() + (3 + Math.floor(index / 8)) * day).toISOString().slice(0, 10)
  const at = 9 + (index % 8)
  const two = (part: number) => `${String(part).padStart(2, '0')}:00`
  return { date, startTime: two(at), endTime: two(at + 1) }
}
const book = (person: Person, packageId: string, more: Record<string, unknown> = {}) =>
  person.call.training.book({ trainerId, sessionType: 'Puppy Training', packageId, slot: slot(), ...more })
async function look(person: Person, id: string) {
  const { package: shown, ...rest } = await person.call.packages.package({ id })
  return { ...shown, ...rest }
}
const sharesOf = async (id: string) =>
  (
    await db
      .selectFrom('payment_shares as s')
      .innerJoin('payments as p', 'p.id', 's.payment_id')
      .where('p.package_id', '=', id)
      .select('s.amount')
      .orderBy('s.created_at')
      .execute()
  ).map(({ amount }) => amount)
const intact = async () => expect(await world.findBrokenInvariants()).toEqual([])
const codes = (answers: Promise<unknown>[]) =>
  Promise.all(
    answers.map((answer) =>
      answer.then(
        () => 'done',
        (error: { code?: string }) => error.code ?? String(error),
      ),
    ),
  )

await saveCard(world, asha)
// Made here, because the server hears of a new record a moment later.
const lata = await world.signUp('lata')
const latasId = await makeTrainer(db, { userId: lata.userId, hourlyRate: 80_000 })

test('a trainer offers a package, and the server says what a session costs and what is saved', async () => {
  const terms = {
    title: 'Puppy basics',
    sessions: 5,
    sessionTypes: ['Puppy Training' as const],
    minutes: 60,
    price: 360_000,
    validFor: 3,
    validUnit: 'months' as const,
  }
  await expect(om.call.packages.offer({ terms: { ...terms, price: 400_001 } })).rejects.toMatchObject({
    code: 'packages.too_dear',
  })
  const offer = await om.call.packages.offer({ terms })
  expect(offer).toMatchObject({
    pricePerSession: { amount: 72_000 },
    saving: { amount: 40_000 },
    isOnSale: true,
    sold: 0,
    version: 1,
  })
  const { rows } = await asha.call.packages.offers({ trainerId })
  expect(rows.map(({ id }) => id)).toEqual([offer.id])
  await expect(ravi.call.packages.offer({ terms })).rejects.toMatchObject({ code: 'request.forbidden' })
  expect(
    await om.call.packages.changeOffer({ id: offer.id, terms: { ...terms, price: 350_000 } }),
  ).toMatchObject({
    version: 2,
    saving: { amount: 50_000 },
  })
  await expect(
    asha.call.packages.buy({ offerId: offer.id, price: 360_000, singlePrice, version: 1 }),
  ).rejects.toMatchObject({ code: 'packages.offer_changed', data: { price: 350_000 } })
  expect(await om.call.packages.withdrawOffer({ id: offer.id })).toMatchObject({ isOnSale: false })
  await expect(
    asha.call.packages.buy({ offerId: offer.id, price: 350_000, singlePrice, version: 2 }),
  ).rejects.toMatchObject({ code: 'packages.not_for_sale' })
})

test('a withdrawn package can be put back on sale, if its price and the number on sale allow it', async () => {
  const { call } = lata
  const own = latasId
  const id = await makeOffer(db, { trainerId: own, price: 280_000 })
  const onSale = async () => (await asha.call.packages.offers({ trainerId: own })).rows.length
  await call.packages.withdrawOffer({ id })
  expect(await onSale()).toBe(0)
  expect(await call.packages.resumeOffer({ id })).toMatchObject({ isOnSale: true, version: 1 })
  expect(await call.packages.resumeOffer({ id })).toMatchObject({ isOnSale: true })
  expect(await onSale()).toBe(1)

  await call.packages.withdrawOffer({ id })
  const rate = (hourly_rate: number) =>
    db.updateTable('pet_trainers').set({ hourly_rate }).where('id', '=', own).execute()
  await rate(60_000)
  await expect(call.packages.resumeOffer({ id })).rejects.toMatchObject({ code: 'packages.too_dear' })
  await rate(80_000)
  for (let n = 0; n < offersLimit - 1; n++) await makeOffer(db, { trainerId: own })
  const another = await makeOffer(db, { trainerId: own })
  await expect(call.packages.resumeOffer({ id })).rejects.toMatchObject({ code: 'packages.too_many_offers' })
  await call.packages.withdrawOffer({ id: another })
  expect(
    await codes([call.packages.resumeOffer({ id }), call.packages.resumeOffer({ id: another })]),
  ).toEqual(expect.arrayContaining(['done', 'packages.too_many_offers']))
})

test('both sides learn how many sessions are unused before they delete their accounts', async () => {
  const [dev, zoya] = [await world.signUp('dev'), await world.signUp('zoya')]
  const own = await makeTrainer(db, { userId: dev.userId, hourlyRate: 80_000 })
  const offerId = await makeOffer(db, { trainerId: own, sessions: 4, price: 280_000 })
  const unused = async () => [
    (await dev.call.privacy.leaving()).soldSessions,
    (await zoya.call.privacy.leaving()).boughtSessions,
  ]
  const bought = await zoya.call.packages.buy({ offerId, price: 280_000, singlePrice, version: 1 })
  expect(await unused()).toEqual([0, 0])
  await pay(world, zoya, bought.paymentId)
  await work()
  await zoya.call.training.book({
    trainerId: own,
    sessionType: 'Puppy Training',
    packageId: bought.id,
    slot: { date: '2026-11-05', startTime: '10:00', endTime: '11:00' },
  })
  expect(await unused()).toEqual([4, 4])
})

test('a purchase is open for half an hour, once per package, and is the owner’s when the gateway says so', async () => {
  const offerId = await makeOffer(db, { trainerId })
  const seen = { offerId, price, singlePrice, version: 1 }
  await expect(om.call.packages.buy(seen)).rejects.toMatchObject({ code: 'packages.own_offer' })
  const [first, second] = await Promise.all([asha.call.packages.buy(seen), asha.call.packages.buy(seen)])
  expect(second.id).toBe(first.id)
  await expect(book(asha, first.id)).rejects.toMatchObject({ code: 'packages.not_active' })
  await pay(world, asha, first.paymentId)
  await work()
  const bought = await look(asha, first.id)
  expect(bought).toMatchObject({ status: 'active', balance: 4, used: 0, gone: 0, reference: first.reference })
  // Valid until the end of a day on the trainer's calendar.
  expect(bought.expiresAt).toEqual(new Date('2027-02-02T18:30:00Z'))
  await expect(ravi.call.packages.package({ id: first.id })).rejects.toMatchObject({
    code: 'request.not_found',
  })
  const { rows } = await om.call.packages.sold({})
  expect(rows[0]).toMatchObject({ id: first.id, balance: 4, released: { amount: 0 } })
  expect((await om.call.packages.sold({ id: first.id })).rows).toEqual([rows[0]])
  expect((await ravi.call.packages.sold({ id: first.id })).rows).toEqual([])
  const hrefOf = async (person: Person) =>
    (await person.call.notifications.list({ type: 'package_bought' })).rows[0]!.href
  expect(await hrefOf(asha)).toBe(`/packages?tab=mine&record=${first.id}`)
  expect(await hrefOf(om)).toBe(`/packages?tab=sold&record=${first.id}`)
  const payment = await asha.call.payments.payment({ id: first.paymentId })
  expect(payment).toMatchObject({ visit: null, package: { reference: first.reference } })
  await intact()
})

test('an owner hears that the bank said no to a package after a while', async () => {
  const nila = await world.signUp('nila')
  const offerId = await makeOffer(db, { trainerId })
  const { paymentId } = await nila.call.packages.buy({ offerId, price, singlePrice, version: 1 })
  await pay(world, nila, paymentId, 'late_fail')
  clock.now = new Date(clock.now.getTime() + lateMs)
  await work()
  await work()
  const bell = await nila.call.notifications.list({})
  expect(bell.rows.filter(({ type }) => type === 'payment_failed')).toMatchObject([
    {
      title: 'Please pay now',
      message: expect.stringMatching(
        /didn’t go through\. Please pay by .+; otherwise the purchase lapses\.$/,
      ),
      href: `/payment-failure?payment=${paymentId}`,
    },
  ])
})

test('unpaid purchases lapse, and three at a time are the most', async () => {
  const offers = await Promise.all([1, 2, 3, 4].map(() => makeOffer(db, { trainerId })))
  const answers = await codes(
    offers.map((offerId) => ravi.call.packages.buy({ offerId, price, singlePrice, version: 1 })),
  )
  expect(answers.toSorted()).toEqual(['done', 'done', 'done', 'packages.too_many_unpaid'])
  clock.now = new Date(clock.now.getTime() + HOUR)
  await sweep('payments-end-times-to-pay')
  await work()
  await work()
  const { rows } = await ravi.call.packages.mine({})
  expect(rows.map(({ status }) => status)).toEqual(['lapsed', 'lapsed', 'lapsed'])
  await intact()
})

test('of many bookings that race for the last session, one takes it', async () => {
  const offerId = await makeOffer(db, { trainerId, sessions: 2, price: 150_000 })
  const id = await buy(asha, offerId)
  await book(asha, id)
  // The calendar's lock isn't enough here: the package's own row decides.
  const answers = await codes(Array.from({ length: 6 }, () => book(asha, id)))
  expect(answers.filter((code) => code === 'done')).toHaveLength(1)
  expect(new Set(answers)).toEqual(new Set(['done', 'packages.none_left']))
  expect(await look(asha, id)).toMatchObject({ balance: 0, used: 2 })
  await intact()
})

test('the database alone keeps two transactions from taking one session', async () => {
  const offerId = await makeOffer(db, { trainerId, sessions: 2, price: 150_000 })
  const id = await buy(asha, offerId)
  await book(asha, id)
  const others = await Promise.all(
    [0, 1, 2, 3].map(() =>
      asha.call.training.book({ trainerId, sessionType: 'Puppy Training', slot: slot() }),
    ),
  )
  const answers = await codes(
    others.map((other) =>
      db.transaction().execute(async (transaction) => {
        await sql`select pg_sleep(0.05)`.execute(transaction)
        await sql`insert into package_uses (id, package_id, appointment_id, taken_at)
          values (gen_random_uuid(), ${id}, ${other.id}, now())`.execute(transaction)
        await sql`select pg_sleep(0.05)`.execute(transaction)
      }),
    ),
  )
  expect(answers.filter((answer) => answer === 'done')).toHaveLength(1)
  await expect(sql`update packages set balance = 1 where id = ${id}`.execute(db)).rejects.toMatchObject({
    constraint: 'packages_add_up',
  })
})

test('another person’s package, another length and another type are refused', async () => {
  const offerId = await makeOffer(db, { trainerId, sessionTypes: ['Puppy Training'] })
  const id = await buy(asha, offerId)
  await expect(book(ravi, id)).rejects.toMatchObject({ code: 'packages.not_active' })
  await expect(book(asha, id, { sessionType: 'Agility Training' })).rejects.toMatchObject({
    code: 'packages.other_type',
  })
  const { date } = slot()
  await expect(
    book(asha, id, { slot: { date, startTime: '18:00', endTime: '18:30' } }),
  ).rejects.toMatchObject({ code: 'packages.other_length' })
  expect(await look(asha, id)).toMatchObject({ balance: 4 })
})

test('a session in good time goes back, a late one is used, and one that the trainer cancels always goes back', async () => {
  const id = await buy(asha, await makeOffer(db, { trainerId }))
  const early = await book(asha, id)
  expect(early).toMatchObject({ status: 'confirmed', price: null, payment: null })
  await asha.call.appointments.cancel({ id: early.id })
  expect(await look(asha, id)).toMatchObject({ balance: 4, uses: [{ state: 'back' }] })
  const late = await book(asha, id)
  clock.now = new Date(late.startsAt.getTime() - HOUR)
  await asha.call.appointments.cancel({ id: late.id })
  expect(await look(asha, id)).toMatchObject({ balance: 3, used: 1 })
  expect(await sharesOf(id)).toEqual([70_000])
  const theirs = await book(asha, id)
  clock.now = new Date(theirs.startsAt.getTime() - HOUR)
  await om.call.appointments.cancel({ id: theirs.id })
  expect(await look(asha, id)).toMatchObject({ balance: 3, used: 1 })
  await intact()
})

test('the trainer is paid session by session, and the last one takes the rounding', async () => {
  const id = await buy(asha, await makeOffer(db, { trainerId, price }))
  const before = await om.call.payments.payouts()
  for (let n = 0; n < 4; n++) {
    const { endsAt } = await book(asha, id)
    clock.now = new Date(endsAt.getTime() + 1000)
    await sweep('complete-ended-appointments')
  }
  expect(await sharesOf(id)).toEqual([70_000, 70_000, 70_000, 70_001])
  clock.now = new Date(clock.now.getTime() + 3 * day)
  const after = await om.call.payments.payouts()
  expect(after.available - before.available).toBeGreaterThanOrEqual(price)
  await intact()
})

test('a claim holds the share back, and a session that the trainer missed goes back, also after the expiry', async () => {
  const id = await buy(asha, await makeOffer(db, { trainerId, validFor: 3, validUnit: 'days' }))
  const { expiresAt } = await look(asha, id)
  clock.now = new Date(expiresAt!.getTime() - HOUR)
  const booked = await book(asha, id)
  clock.now = new Date(expiresAt!.getTime() + 1000)
  await sweep('expire-packages')
  expect(await look(asha, id)).toMatchObject({ status: 'expired', balance: 0, used: 1, gone: 3 })
  // The trainer gets the money for expired sessions, but not yet for booked ones.
  expect(await sharesOf(id)).toEqual([price - 70_000])
  clock.now = new Date(booked.endsAt.getTime() + 1000)
  await sweep('complete-ended-appointments')
  expect((await sharesOf(id)).toSorted()).toEqual([210_001, 70_000].toSorted())
  await asha.call.appointments.reportAbsence({ id: booked.id })
  const held = await db.selectFrom('payment_shares').selectAll().where('payable_from', 'is', null).execute()
  expect(held).toMatchObject([{ amount: 70_000 }])
  await om.call.appointments.concedeAbsence({ id: booked.id })
  await work()
  const { rows: told } = await asha.call.notifications.list({})
  expect(told.map(({ message }) => message)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('The session is back in your package “Puppy basics”.'),
      expect.stringContaining('we’ll cancel the appointment, and the session goes back to your package'),
    ]),
  )
  const given = await look(asha, id)
  expect(given).toMatchObject({ status: 'active', balance: 1, gone: 3, used: 0 })
  expect(given.expiresAt).toEqual(new Date(clock.now.getTime() + 14 * day))
  expect(await sharesOf(id)).toEqual([210_001])
  await intact()

  // The expired sessions stay the trainer's.
  expect(given.returnFor).toMatchObject({ amount: 70_000 })
  await asha.call.packages.return({ id, refund: 70_000 })
  await work()
  expect(await look(asha, id)).toMatchObject({ status: 'returned', refunded: { amount: 70_000 } })
  expect(await sharesOf(id)).toEqual([210_001])
  await intact()
})

test('an unused package is returned in full, a used one less its sessions at their single price', async () => {
  const offerId = await makeOffer(db, { trainerId })
  const unused = await buy(asha, offerId)
  expect(await look(asha, unused)).toMatchObject({ returnFor: { amount: price } })
  expect(await asha.call.packages.return({ id: unused, refund: price })).toMatchObject({
    package: { status: 'returned', balance: 0, gone: 4 },
  })
  const used = await buy(asha, offerId)
  const booked = await book(asha, used)
  const partly = price - 80_000
  await expect(asha.call.packages.return({ id: used, refund: partly })).rejects.toMatchObject({
    code: 'packages.has_bookings',
  })
  clock.now = new Date(booked.endsAt.getTime() + 1000)
  await sweep('complete-ended-appointments')
  await expect(asha.call.packages.return({ id: used, refund: price })).rejects.toMatchObject({
    code: 'packages.refund_changed',
    data: { refund: partly },
  })
  const answers = await codes([0, 1, 2].map(() => asha.call.packages.return({ id: used, refund: partly })))
  expect(answers.toSorted()).toEqual(['done', 'packages.not_returnable', 'packages.not_returnable'])
  await work()
  expect(await look(asha, used)).toMatchObject({ status: 'returned', refunded: { amount: partly } })
  expect((await sharesOf(used)).reduce((sum, amount) => sum + amount, 0)).toBe(80_000)
  await expect(book(asha, used)).rejects.toMatchObject({ code: 'packages.not_active' })
  const third = await buy(asha, offerId)
  clock.now = new Date(clock.now.getTime() + 15 * day)
  await expect(asha.call.packages.return({ id: third, refund: price })).rejects.toMatchObject({
    code: 'packages.not_returnable',
  })
  await intact()
})

test('a trainer withdraws an old package, however many newer ones they have withdrawn', async () => {
  const old = await makeOffer(db, { trainerId })
  await db
    .updateTable('package_offers')
    .set({ created_at: new Date('2026-01-01T00:00:00Z'), withdrawn_at: clock.now })
    .where('id', '=', old)
    .execute()
  await sql`insert into package_offers (id, provider_id, provider_user_id, title, sessions, minutes, price, currency,
      valid_for, valid_unit, created_at, updated_at, withdrawn_at)
    select gen_random_uuid(), provider_id, provider_user_id, title, sessions, minutes, price, currency,
      valid_for, valid_unit, ${clock.now}, ${clock.now}, ${clock.now}
    from package_offers, generate_series(1, 101) where id = ${old}`.execute(db)
  expect(await om.call.packages.withdrawOffer({ id: old })).toMatchObject({ id: old, isOnSale: false })
})

test('a package whose time is over is over before the sweep comes by', async () => {
  const offerId = await makeOffer(db, { trainerId, validFor: 8, validUnit: 'days' })
  const [id, missed] = [await buy(asha, offerId), await buy(asha, offerId)]
  const { expiresAt } = await look(asha, id)
  clock.now = new Date(expiresAt!.getTime() - HOUR)
  const [early, theirs] = [await book(asha, id), await book(asha, missed)]
  clock.now = expiresAt!
  expect(await look(asha, id)).toMatchObject({ status: 'active', returnFor: null })
  await expect(asha.call.packages.return({ id, refund: price })).rejects.toMatchObject({
    code: 'packages.not_returnable',
  })
  await asha.call.appointments.cancel({ id: early.id })
  expect(await look(asha, id)).toMatchObject({ status: 'expired', balance: 0, gone: 4 })
  expect((await sharesOf(id)).reduce((sum, amount) => sum + amount, 0)).toBe(price)
  await work()
  const { rows } = await asha.call.notifications.list({ type: 'appointment_cancelled' })
  expect(rows[0]!.message).not.toContain('back in your package')
  // Only this session comes back through the trainer's fault, not those that expired.
  await om.call.appointments.cancel({ id: theirs.id })
  expect(await look(asha, missed)).toMatchObject({ status: 'active', balance: 1, gone: 3 })
  await intact()
})

test('a suspended trainer sells nothing, and what is left of their packages comes back at any time', async () => {
  const offerId = await makeOffer(db, { trainerId, validFor: 20, validUnit: 'days' })
  const id = await buy(asha, offerId)
  const desk = await openDesk(world, 'nadia')
  clock.now = new Date(clock.now.getTime() + 19 * day)
  await desk.call.suspend({ id: om.userId, reason: 'Reported' })
  await work()
  await expect(asha.call.packages.buy({ offerId, price, singlePrice, version: 1 })).rejects.toMatchObject({
    code: 'packages.not_for_sale',
  })
  clock.now = new Date(clock.now.getTime() + 5 * day)
  await sweep('expire-packages')
  expect(await look(asha, id)).toMatchObject({ status: 'active', returnFor: { amount: price } })
  await asha.call.packages.return({ id, refund: price })
  await desk.call.liftSuspension({ id: om.userId })
  await work()
  await intact()
})

test('owners with sessions left are reminded 14 and 3 days before, once each', async () => {
  const id = await buy(ravi, await makeOffer(db, { trainerId, validFor: 20, validUnit: 'days' }))
  const { expiresAt } = await look(ravi, id)
  const reminders = async () => (await ravi.call.notifications.list({ type: 'package_reminder' })).rows.length
  const before = await reminders()
  clock.now = new Date(expiresAt!.getTime() - 14 * day + HOUR)
  await sweep('remind-of-packages')
  await sweep('remind-of-packages')
  expect(await reminders()).toBe(before + 1)
  clock.now = new Date(expiresAt!.getTime() - 3 * day + HOUR)
  await sweep('remind-of-packages')
  expect(await reminders()).toBe(before + 2)
})

/** Makes one person block another. */
const block = (blocker: Person, blocked: Person) =>
  sql`insert into message_blocks (blocker_id, blocked_id, created_at, blocked_name, pet_names)
    values (${blocker.userId}, ${blocked.userId}, ${clock.now}, 'Someone', '{}')`.execute(db)
const unblock = (blocker: Person) =>
  db.deleteFrom('message_blocks').where('blocker_id', '=', blocker.userId).execute()

test('a trainer who blocks an owner keeps nothing of the package: it can be returned, and doesn’t expire', async () => {
  const offerId = await makeOffer(db, { trainerId, validFor: 20, validUnit: 'days' })
  const [id, kept] = [await buy(asha, offerId), await buy(asha, offerId)]
  const { endsAt } = await book(asha, id)
  clock.now = new Date(endsAt.getTime() + 1000)
  await sweep('complete-ended-appointments')
  await block(om, asha)
  await expect(book(asha, id)).rejects.toMatchObject({ code: 'booking.not_a_slot' })
  clock.now = new Date(clock.now.getTime() + 40 * day)
  const reminders = async () => (await asha.call.notifications.list({ type: 'package_reminder' })).rows.length
  const before = await reminders()
  await sweep('remind-of-packages')
  await sweep('expire-packages')
  await sweep('remind-of-packages')
  expect(await reminders()).toBe(before)
  // Used sessions count at their share.
  expect(await look(asha, id)).toMatchObject({
    status: 'active',
    balance: 3,
    returnFor: { amount: price - 70_000 },
    trainer: { isBookable: false },
  })
  expect((await asha.call.packages.mine({ trainerId })).rows).toEqual([])
  await asha.call.packages.return({ id, refund: price - 70_000 })
  // The block is lifted, and the other package can be used for a while.
  await unblock(om)
  await sweep('expire-packages')
  expect(await look(asha, kept)).toMatchObject({ status: 'active', trainer: { isBookable: true } })
  clock.now = new Date(clock.now.getTime() + 13 * day)
  await sweep('expire-packages')
  expect(await look(asha, kept)).toMatchObject({ status: 'active', returnFor: null })
  clock.now = new Date(clock.now.getTime() + day + 1000)
  await sweep('expire-packages')
  expect(await look(asha, kept)).toMatchObject({ status: 'expired' })
  await intact()
})

test('an owner who has blocked the trainer can still book, on the ordinary terms', async () => {
  const id = await buy(ravi, await makeOffer(db, { trainerId, validFor: 20, validUnit: 'days' }))
  await block(ravi, om)
  await book(ravi, id)
  expect(await look(ravi, id)).toMatchObject({ balance: 3, trainer: { isBookable: true } })
  clock.now = new Date(clock.now.getTime() + 22 * day)
  await sweep('expire-packages')
  expect(await look(ravi, id)).toMatchObject({ status: 'expired', gone: 3 })
  await unblock(ravi)
})

test('a buyer has seen the price at which a return counts used sessions', async () => {
  const offerId = await makeOffer(db, { trainerId })
  const { rows } = await asha.call.packages.offers({ trainerId })
  expect(rows.find(({ id }) => id === offerId)).toMatchObject({ singlePrice: { amount: singlePrice } })
  const seen = { offerId, price, singlePrice, version: 1 }
  const first = await asha.call.packages.buy(seen)
  const setRate = (hourly_rate: number) =>
    db.updateTable('pet_trainers').set({ hourly_rate }).where('id', '=', trainerId).execute()
  await setRate(900_000)
  await expect(asha.call.packages.buy(seen)).rejects.toMatchObject({
    code: 'packages.offer_changed',
    data: { price, singlePrice: 900_000, version: 1 },
  })
  // The open purchase has the old price, so the new one takes its place.
  const second = await asha.call.packages.buy({ ...seen, singlePrice: 900_000 })
  expect(second.id).not.toBe(first.id)
  await setRate(100)
  // A single session never counts for less than its share.
  const third = await asha.call.packages.buy({ ...seen, singlePrice: 70_000 })
  expect(await look(asha, third.id)).toMatchObject({
    status: 'unpaid',
    singlePrice: { amount: 70_000 },
    saving: { amount: 0 },
  })
  expect((await look(asha, first.id)).status).toBe('lapsed')
  await setRate(80_000)
})

test('a full refund by Support ends the package, and nobody’s booked session goes unpaid', async () => {
  const desk = await openDesk(world, 'leela')
  const offerId = await makeOffer(db, { trainerId })
  const id = await buy(asha, offerId)
  const { payment } = await look(asha, id)
  const refund = (amount: number) => desk.call.refund({ id: payment.id, amount, reason: 'Goodwill' })
  const booked = await book(asha, id)
  // A partial refund leaves the package as it is.
  await refund(10_000)
  expect(await look(asha, id)).toMatchObject({ status: 'active', balance: 3, returnFor: { amount: 190_001 } })
  await expect(refund(price - 10_000)).rejects.toMatchObject({ code: 'packages.sessions_booked' })
  expect(await look(asha, id)).toMatchObject({ status: 'active', refunded: { amount: 10_000 } })
  await asha.call.appointments.cancel({ id: booked.id })
  await refund(price - 10_100)
  expect(await look(asha, id)).toMatchObject({ status: 'active', returnFor: { amount: 100 } })
  await refund(100)
  await work()
  expect(await look(asha, id)).toMatchObject({
    status: 'ended',
    balance: 0,
    gone: 4,
    refunded: { amount: price },
    returnFor: null,
  })
  await expect(book(asha, id)).rejects.toMatchObject({ code: 'packages.not_active' })
  expect((await sharesOf(id)).reduce((sum, amount) => sum + amount, 0)).toBe(0)
  await intact()
})

test('a booking and a full refund by Support that race leave no session unpaid', async () => {
  const desk = await openDesk(world, 'tara')
  for (let n = 0; n < 4; n++) {
    const id = await buy(asha, await makeOffer(db, { trainerId }))
    const { payment } = await look(asha, id)
    const answers = await codes([
      book(asha, id),
      desk.call.refund({ id: payment.id, amount: price, reason: 'Goodwill' }),
    ])
    expect([
      ['done', 'packages.sessions_booked'],
      ['packages.not_active', 'done'],
    ]).toContainEqual(answers)
  }
  await intact()
})

test('nothing comes back of a package that was refunded beyond its unused sessions', async () => {
  const desk = await openDesk(world, 'mira')
  const id = await buy(asha, await makeOffer(db, { trainerId }))
  const { endsAt } = await book(asha, id)
  clock.now = new Date(endsAt.getTime() + 1000)
  await sweep('complete-ended-appointments')
  const { payment } = await look(asha, id)
  await desk.call.refund({ id: payment.id, amount: price - 80_000, reason: 'Goodwill' })
  expect(await look(asha, id)).toMatchObject({ status: 'active', balance: 3, returnFor: null })
})

test('an owner who leaves after the time for a return gets nothing back, also of a session that was still booked', async () => {
  const offerId = await makeOffer(db, { trainerId, validFor: 90, validUnit: 'days' })
  const id = await buy(asha, offerId)
  clock.now = new Date(clock.now.getTime() + 15 * day)
  const booked = await book(asha, id)
  await jobs.announceIn(db)<AccountClosing>('accounts.closing', { userId: asha.userId })
  await work()
  const status = await db
    .selectFrom('appointments')
    .select('status')
    .where('id', '=', booked.id)
    .executeTakeFirstOrThrow()
  expect(status).toEqual({ status: 'cancelled' })
  expect(await look(asha, id)).toMatchObject({ status: 'ended', balance: 0 })
  expect((await sharesOf(id)).reduce((sum, amount) => sum + amount, 0)).toBe(price)
  await intact()
})
