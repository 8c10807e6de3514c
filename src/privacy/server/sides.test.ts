import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { mondayMorning, openWorld, type Person } from '#/app/testing/world.ts'
import { DAY } from '#/kernel/duration.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { notify } from '#/notifications/server/index.ts'
import { makeOffer, makeUnpaidPackage } from '#/packages/server/packages.factory.ts'
import { pay, saveCard } from '#/payments/server/payer.factory.ts'
import { archivePath } from '#/privacy/rules.ts'
import { makeCoupon } from '#/shop/server/coupons/coupon.factory.ts'
import { homeAddress, orderOf } from '#/shop/server/orders/order.factory.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { makeTrainer } from '#/training/server/training.factory.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import { eraseThoseWhoLeft } from './sweeps.ts'

const world = await openWorld()
const { db } = world
const meera = await world.signUp('meera')
// Names are mailed only to confirmed addresses.
await db.updateTable('users').set({ email_verified: true }).where('id', '=', meera.userId).execute()
const vetId = await makeVet(db, { userId: meera.userId, fullName: 'Meera Iyer', teleconsultation: true })
await vi.waitUntil(async () => (await meera.call.accounts.me()).user?.records['veterinary_doctor'])
afterEach(() => {
  world.clock.now = mondayMorning
})

const number = '+919812312399'
const online = {
  vetId,
  appointmentType: 'teleconsultation',
  contactMethod: 'whatsapp',
  contactLink: number,
  disclaimerAccepted: true,
} as const
const at = (startTime: string, endTime: string) => ({ date: '2026-11-04', startTime, endTime })

/** Returns the records in a person's archive, by file name. */
async function recordsOf(person: Person): Promise<Record<string, Record<string, unknown>[]>> {
  const response = await fetch(world.url + archivePath, { headers: { cookie: person.cookie } })
  const files = Object.entries(unzipSync(new Uint8Array(await response.arrayBuffer())))
  const records = files.filter(([name]) => name.startsWith('records/'))
  return Object.fromEntries(
    records.map(([name, bytes]) => [name.slice(8, -5), JSON.parse(strFromU8(bytes, true))]),
  )
}

async function settled() {
  const { bank } = await world.sandbox()
  for (let delivered = 1; delivered > 0; ) {
    await bank.pump()
    delivered = await world.app.jobs.deliverEvents(world.clock.now)
  }
}

test('a vet’s archive has an owner’s number only where the page shows it, and the owner’s has it always', async () => {
  const asha = await world.signUp('asha')
  const ways = { ...online, paymentMethodId: await saveCard(world, asha) }
  const { id } = await asha.call.veterinary.book({ ...ways, slot: at('10:00', '10:30') })
  const seen = async (person: Person, name: string) =>
    (await recordsOf(person))[name]!.find((row) => row['id'] === id)!
  expect(await seen(meera, 'appointments_as_provider')).not.toHaveProperty('contact_link')
  expect(await seen(asha, 'appointments')).toMatchObject({ contact_link: number })
  expect(await recordsOf(meera)).not.toHaveProperty('appointments')
  await meera.call.appointments.decline({ id, reason: 'Away' })
  expect(JSON.stringify(await recordsOf(meera))).not.toContain(number)

  const other = await asha.call.veterinary.book({ ...ways, slot: at('11:00', '11:30') })
  await pay(world, asha, other.payment!.id)
  await settled()
  const row = (await recordsOf(meera))['appointments_as_provider']!.find((one) => one['id'] === other.id)
  expect(row).toMatchObject({ status: 'confirmed', contact_link: number })
})

test('a payee’s archive says nothing about how the payer paid or why it failed', async () => {
  const ravi = await world.signUp('ravi')
  const card = await saveCard(world, ravi, 'fail')
  const slot = { date: '2026-11-09', startTime: '10:00', endTime: '10:30' }
  const { payment } = await ravi.call.veterinary.book({ ...online, slot, paymentMethodId: card })
  await pay(world, ravi, payment!.id, 'fail')
  await settled()
  const [payer, payee] = [await recordsOf(ravi), await recordsOf(meera)]
  const { rows } = await sql<{ failed: number }>`
    select count(*)::int as failed from payment_attempts where payment_id = ${payment!.id} and failure is not null`.execute(
    db,
  )
  expect(rows[0]!.failed).toBeGreaterThan(0)
  expect(JSON.stringify(payer['payment_attempts'])).toContain(payment!.id)
  expect(payee['payments_as_provider']!.map((row) => row['id'])).toContain(payment!.id)
  expect(JSON.stringify(payee)).not.toContain(card)
  expect(JSON.stringify(payer['charges'])).toContain(card)
  for (const name of ['charges', 'payment_attempts']) expect(payee).not.toHaveProperty(name)
  for (const row of payee['payments_as_provider']!)
    for (const column of ['failure', 'method_label', 'payment_method']) expect(row).not.toHaveProperty(column)
})

/** Finds a text in any table, including mails and events, which are kept for a day after they're sent. */
async function placesOf(text: string): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select c.table_name as table, c.column_name as column
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
       and c.data_type in ('text', 'jsonb', 'json', 'character varying', 'ARRAY')`.execute(db)
  expect(columns.length).toBeGreaterThan(200)
  const found: string[] = []
  for (const { table, column } of columns) {
    const { rows } = await sql`
      select from ${sql.table(table)} where ${sql.ref(column)}::text ilike ${`%${text}%`} limit 1`.execute(db)
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  const { rows } = await sql<{ name: string }>`
    select distinct name from jobs.job where data::text ilike ${`%${text}%`}`.execute(db)
  return [...found, ...rows.map(({ name }) => `jobs ${name}`)]
}

test('after an owner’s account deletion nobody’s notifications mention them', async () => {
  const zqux = await world.signUp('zqux')
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', zqux.userId).execute()
  await zqux.call.accounts.changeProfile({ name: 'Zquxname Familyname' })
  const pet = await zqux.call.pets.add({ name: 'Zquxpet', species: 'dog' })
  const booked = await zqux.call.veterinary.book({
    ...online,
    slot: at('14:00', '14:30'),
    petId: pet.id,
    reason: 'Zquxreason',
    paymentMethodId: await saveCard(world, zqux),
  })
  await pay(world, zqux, booked.payment!.id)
  await settled()
  await zqux.call.messaging.send({ bookingId: booked.id, text: 'Zquxmessage' })
  await settled()
  await zqux.call.appointments.cancel({ id: booked.id, reason: 'Zquxcancel' })
  const past = await makeAppointment(db, {
    ownerId: zqux.ownerId,
    vetId,
    petId: pet.id,
    status: 'completed',
    startsAt: new Date('2026-11-01T05:00:00Z'),
  })
  await zqux.call.ratings.rate({ id: past, stars: 4, feedback: 'Kind' })
  await world.visitor.support.sendMessage({
    name: 'Zquxname',
    email: zqux.email.toUpperCase(),
    topic: 'other',
    message: 'Zquxcontact asks where the bill of last week is.',
  })
  await settled()
  const told = (await placesOf('zqux')).filter((place) => place.startsWith('notifications.'))
  expect(told).toContain('notifications.message')

  await zqux.call.privacy.leave({ confirmed: true })
  world.clock.now = new Date(mondayMorning.getTime() + 14 * DAY)
  await world.app.jobs.runSweep(eraseThoseWhoLeft.name, world.clock.now)
  for (const text of ['zqux', 'familyname', zqux.email]) expect(await placesOf(text), text).toEqual([])
  const { rows } = await meera.call.notifications.list({})
  expect(rows.map(({ message }) => message)).toContain(
    'This was about a person who has since deleted their account.',
  )
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('a trainer’s news of a sold package names nobody once the owner has left', async () => {
  const [wyxo, om] = [await world.signUp('wyxo'), await world.signUp('om')]
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', om.userId).execute()
  const offerId = await makeOffer(db, { trainerId: await makeTrainer(db, { userId: om.userId }) })
  const packageId = await makeUnpaidPackage(db, { offerId, ownerId: wyxo.ownerId })
  await db.transaction().execute((tx) =>
    notify(
      { db: tx, now: world.clock.now, announce: world.app.jobs.announceIn(tx) },
      {
        userId: om.userId,
        causedBy: wyxo.userId,
        type: 'package_bought',
        title: 'You sold a package',
        source: `packages.paid:${packageId}`,
        message: 'Wyxoname bought Puppy basics.',
      },
    ),
  )
  await sql`update payments set status = 'failed', closed_at = now() where package_id = ${packageId}`.execute(
    db,
  )
  await sql`update packages set status = 'lapsed', closed_at = now() where id = ${packageId}`.execute(db)
  expect(await placesOf('wyxoname')).toEqual(['notifications.message', 'jobs mail'])
  await wyxo.call.privacy.leave({ confirmed: true })
  world.clock.now = new Date(mondayMorning.getTime() + 14 * DAY)
  await world.app.jobs.runSweep(eraseThoseWhoLeft.name, world.clock.now)
  expect(await placesOf('wyxoname')).toEqual([])
})

test('account deletion removes messages from the user’s confirmed address and number, and no one else’s', async () => {
  const [mallory, tara] = [await world.signUp('mallory'), await world.signUp('tara')]
  const complain = (phone: string, message: string) =>
    world.visitor.support.sendMessage({
      name: 'Somebody',
      email: `${message}@example.org`,
      topic: 'other',
      phone,
      message: `${message}: the vet was rough with my dog.`,
    })
  await complain('+91 98123 55501', 'victim')
  await complain('098123 55502', 'own')
  await world.visitor.support.sendMessage({
    name: 'Somebody',
    email: mallory.email,
    topic: 'other',
    message: 'unconfirmed: the vet was rough with my dog.',
  })
  await mallory.call.owners.saveProfile({ fullName: 'Mallory', city: 'Pune', phoneNumber: '+919812355501' })
  await db
    .insertInto('accounts')
    .values({
      id: newId(),
      user_id: tara.userId,
      account_id: '+919812355502',
      provider_id: 'phone',
      issuer: 'phone',
    })
    .execute()
  for (const leaver of [mallory, tara]) await leaver.call.privacy.leave({ confirmed: true })
  world.clock.now = new Date(mondayMorning.getTime() + 14 * DAY)
  await world.app.jobs.runSweep(eraseThoseWhoLeft.name, world.clock.now)
  const left = await db.selectFrom('contact_messages').select('message').orderBy('id').execute()
  expect(left.map(({ message }) => message.split(':')[0])).toEqual(['victim', 'unconfirmed'])
})

test('notifications about other people keep their words', async () => {
  const [leaver, stayer] = [await world.signUp('leaver'), await world.signUp('stayer')]
  await stayer.call.accounts.changeProfile({ name: 'Stays Here' })
  await leaver.call.accounts.changeProfile({ name: 'Goes Away' })
  for (const [person, slot] of [
    [leaver, at('15:00', '15:30')],
    [stayer, at('16:00', '16:30')],
  ] as const) {
    const { id } = await person.call.veterinary.book({ vetId, slot })
    await person.call.appointments.cancel({ id, reason: 'Not needed' })
  }
  await settled()
  await leaver.call.privacy.leave({ confirmed: true })
  world.clock.now = new Date(mondayMorning.getTime() + 14 * DAY)
  await world.app.jobs.runSweep(eraseThoseWhoLeft.name, world.clock.now)
  expect(await placesOf('goes away')).toEqual([])
  expect(await placesOf('stays here')).toContain('notifications.message')
})

test('a coupon for a seller stays after they have left, and counts for nobody', async () => {
  const seller = await world.signUp('nalini')
  const sellerId = await makeSupplier(db, {
    userId: seller.userId,
    at: world.clock.now,
    name: 'Nalini’s Shelf',
  })
  const goods = { at: world.clock.now, variants: [{ name: '1 kg', price: 80_000, stock: 9 }] }
  const { variantIds } = await makeProduct(db, { sellerId, ...goods })
  const couponId = await makeCoupon(db, { code: 'NEIGHBOURS', seller_id: sellerId })
  const buyer = await world.signUp('tanvi')
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', buyer.userId).execute()
  const look = async (variantId: string) => {
    await buyer.call.shop.addToCart({ variantId: variantId as never, quantity: 1 })
    const { pin, state } = homeAddress
    return buyer.call.shop.checkout({ pin, state, pays: 'online', coupon: 'NEIGHBOURS' })
  }
  const { id, paymentId } = await buyer.call.shop.placeOrder(orderOf(await look(variantIds[0]!)))
  await pay(world, buyer, paymentId!)
  await world.app.jobs.deliverEvents(world.clock.now)
  const partId = (await buyer.call.shop.order({ id })).parts[0]!.id
  await seller.call.shop.packPart({ id: partId })
  await seller.call.shop.shipPart({ id: partId, carrier: 'India Post', tracking: 'EM1' })
  await seller.call.shop.deliverPart({ id: partId })
  await seller.call.privacy.leave({ confirmed: true })
  world.clock.now = new Date(mondayMorning.getTime() + 14 * DAY)
  await world.app.jobs.runSweep('shop-move-overdue-parts', world.clock.now)
  await world.app.jobs.deliverEvents(world.clock.now)
  expect(await world.app.jobs.runSweep(eraseThoseWhoLeft.name, world.clock.now)).toBe(1)
  expect(await world.findBrokenInvariants()).toEqual([])

  const nadia = await openDesk(world, 'nadia')
  const coupon = await nadia.call.coupon({ id: couponId })
  expect(coupon).toMatchObject({ used: 1, seller: { id: sellerId, name: 'Former seller' } })
  const other = await makeSupplier(db, { userId: (await world.signUp('omar')).userId, at: world.clock.now })
  const { variantIds: others } = await makeProduct(db, { sellerId: other, ...goods })
  expect((await look(others[0]!)).coupon?.problem?.kind).toBe('nothing')
  await nadia.call.changeCoupon({
    id: couponId,
    version: 1,
    terms: {
      percent: null,
      amount: 10_000,
      minimum: 0,
      mostDiscount: null,
      validFrom: '2020-01-01',
      validUntil: null,
      mostUses: null,
      mostPerPerson: 1,
      category: null,
      sellerId,
      isActive: false,
    },
  })
  expect(await nadia.call.coupon({ id: couponId })).toMatchObject({
    isActive: false,
    seller: { id: sellerId },
  })
})
