import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { makePhone } from '#/accounts/server/phone.factory.ts'
import { openDesk } from '#/app/testing/desk.ts'
import { mondayMorning, openWorld, type Person } from '#/app/testing/world.ts'
import { DAY, HOUR } from '#/kernel/duration.ts'
import { makePdf } from '#/kernel/server/document.factory.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { seal } from '#/kernel/server/sealing.ts'
import { makeOffer, makeUnpaidPackage } from '#/packages/server/packages.factory.ts'
import { makePayment } from '#/payments/server/factory.ts'
import { post } from '#/payments/server/ledger.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makePhoto } from '#/pets/server/photo.factory.ts'
import { archivePath } from '#/privacy/rules.ts'
import { makeRating } from '#/ratings/server/rating.factory.ts'
import { makeOrder } from '#/shop/server/orders/made-order.factory.ts'
import { homeAddress, order } from '#/shop/server/orders/order.factory.ts'
import { makeDispensing } from '#/shop/server/prescriptions/dispensing.factory.ts'
import { makePharmacist, makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { makeStyling, makeStylist } from '#/styling/server/styling.factory.ts'
import { makeSession, makeTrainer } from '#/training/server/training.factory.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import { eraseThoseWhoLeft } from './sweeps.ts'

const world = await openWorld()
const { db } = world
const days = (count: number) => new Date(mondayMorning.getTime() + count * DAY)
afterEach(() => {
  world.clock.now = mondayMorning
})

/** Returns a person's archive as file names and texts. */
async function archiveOf(person: Person): Promise<Record<string, string>> {
  const response = await fetch(world.url + archivePath, { headers: { cookie: person.cookie } })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="pawfolk-my-data-\d{4}-\d\d-\d\d\.zip"$/,
  )
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes, true)]))
}

/** Finds a text anywhere in the database, as `table.column`. */
async function placesOf(text: string): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select c.table_name as table, c.column_name as column
    from information_schema.columns c
    join information_schema.tables t on t.table_name = c.table_name and t.table_schema = c.table_schema
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and c.data_type in ('text', 'jsonb', 'character varying', 'ARRAY')
  `.execute(db)
  const found: string[] = []
  for (const { table, column } of columns) {
    const { rows } = await sql`
      select 1 from ${sql.table(table)} where ${sql.ref(column)}::text ilike ${`%${text}%`} limit 1
    `.execute(db)
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found
}

const erase = () => world.app.jobs.runSweep(eraseThoseWhoLeft.name, world.clock.now)
const deliver = () => world.app.jobs.deliverEvents(world.clock.now)

test('the archive has the user’s data, without other people’s or internal data', async () => {
  const asha = await world.signUp('asha')
  const ravi = await world.signUp('ravi')
  await makePet(db, { ownerId: ravi.ownerId, name: 'Tiger' })
  const { id } = await asha.call.pets.add({ name: 'Bruno', species: 'dog', photo: await makePhoto() })
  await asha.call.support.sendMessage({
    name: 'Asha',
    email: asha.email,
    topic: 'other',
    message: 'Where do I find the bill of last week?',
  })

  const archive = await archiveOf(asha)
  expect(JSON.parse(archive['records/pets.json']!)).toMatchObject([{ id, name: 'Bruno' }])
  expect(JSON.parse(archive['records/users.json']!)).toMatchObject([{ contact_email: asha.email }])
  expect(archive['records/contact_messages.json']).toContain('the bill of last week')
  expect(archive['README.txt']).toContain('records/pets.json')
  expect(Object.keys(archive).filter((name) => /^files\/.*\.webp$/.test(name))).toHaveLength(1)
  const all = Object.entries(archive)
    .filter(([name]) => name.startsWith('records/'))
    .map(([, text]) => text)
    .join()
  expect(all).not.toContain('Tiger')
  expect(all).not.toContain(ravi.email)
  const { password } = await db
    .selectFrom('accounts')
    .select('password')
    .where('user_id', '=', asha.userId)
    .executeTakeFirstOrThrow()
  const { token } = await db
    .selectFrom('sessions')
    .select('token')
    .where('user_id', '=', asha.userId)
    .executeTakeFirstOrThrow()
  expect(all).not.toContain(password)
  expect(all).not.toContain(token)
})

test('a supplier’s bank details are in the archive in clear, for their owner only', async () => {
  const kabir = await world.signUp('kabir')
  const bank = { bankHolder: 'Happy Paws LLP', bankAccount: '501000123456', bankIfsc: 'HDFC0001234' }
  const profile = { businessName: 'Happy Paws', pickupAddress: 'MG Road, Pune' }
  await kabir.call.shop.saveSupplier({ ...profile, ...bank })
  const supplierIn = async () => JSON.parse((await archiveOf(kabir))['records/suppliers.json']!)[0]
  const supplier = await supplierIn()
  expect(supplier).toMatchObject({
    business_name: 'Happy Paws',
    bank_details: { holder: 'Happy Paws LLP', account: '501000123456', ifsc: 'HDFC0001234' },
  })
  expect(supplier).not.toHaveProperty('bank_details_sealed')
  expect((await archiveOf(kabir))['README.txt']).toContain('suppliers.json has them in clear')

  // An unattended session isn't enough for them.
  await db
    .updateTable('sessions')
    .set({ proved_at: sql<Date>`now() - interval '6 minutes'` })
    .where('user_id', '=', kabir.userId)
    .execute()
  expect(await supplierIn()).toMatchObject({
    business_name: 'Happy Paws',
    bank_details: 'sealed: log in again, and download within 5 minutes',
  })
  await db
    .updateTable('sessions')
    .set({ proved_at: sql<Date>`now()` })
    .where('user_id', '=', kabir.userId)
    .execute()

  // Data sealed for somebody else or with an older secret doesn't block the rest of the archive.
  const sealed = seal(world.secret, 'bank details', newId(), '{}')
  await db
    .updateTable('suppliers')
    .set({ bank_details_sealed: sealed })
    .where('user_id', '=', kabir.userId)
    .execute()
  expect(await supplierIn()).toMatchObject({
    business_name: 'Happy Paws',
    bank_details: 'sealed with a key that this server no longer has',
  })
  await kabir.call.shop.saveSupplier({ ...profile, removeBank: true })
  expect(await supplierIn()).not.toHaveProperty('bank_details')
})

test('tickets are in the archive with support’s answers, and are deleted with their person', async () => {
  const owner = await world.signUp('gopal')
  const desk = await openDesk(world, 'ravi-of-the-desk')
  const file = new File([new Uint8Array(makePdf())], 'bill-of-gopal.pdf', { type: 'application/pdf' })
  const { id } = await owner.call.support.openTicket({
    topic: 'other',
    subject: 'The bill of Gopal',
    message: 'Gopal paid twice for one visit.',
    files: [file],
  })
  const { thread } = await desk.call.ticket({ id })
  await desk.call.answerTicket({ id, seen: thread.at(-1)!.id, text: 'Gopal gets it back.' })
  await deliver()

  const archive = await archiveOf(owner)
  expect(archive['records/support_tickets.json']).toContain('The bill of Gopal')
  expect(archive['records/support_ticket_messages.json']).toContain('Gopal gets it back.')
  expect(archive['records/support_ticket_messages.json']).not.toContain(desk.adminId)
  expect(archive['records/support_ticket_files.json']).toBeDefined()
  expect(Object.keys(archive).filter((name) => /^files\/.*\.pdf$/.test(name))).toHaveLength(1)

  await owner.call.privacy.leave({ confirmed: true })
  world.clock.now = days(14)
  expect(await erase()).toBe(1)
  expect(await placesOf('gopal')).toEqual([])
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('the archive needs a session, the right path and the right method', async () => {
  const meera = await world.signUp('meera')
  const headers = { cookie: meera.cookie }
  const status = async (path: string, init: RequestInit = {}) =>
    (await fetch(world.url + path, { headers, ...init })).status
  expect(await status(archivePath, { headers: {} })).toBe(401)
  expect(await status('/my-data/other.zip')).toBe(404)
  expect(await status(archivePath, { method: 'POST' })).toBe(404)
})

test('a deletion needs a recent proof, and is told to the address by mail, confirmed or not', async () => {
  const tara = await world.signUp('tara-who-stays')
  const prove = (at: 'now' | 'long ago') =>
    db
      .updateTable('sessions')
      .set({ proved_at: at === 'now' ? sql`now()` : sql`now() - interval '1 hour'` })
      .where('user_id', '=', tara.userId)
      .execute()
  await prove('long ago')
  await expect(tara.call.privacy.leave({ confirmed: true })).rejects.toMatchObject({
    code: 'accounts.proof_needed',
    status: 403,
  })
  expect((await tara.call.accounts.me()).user?.leavingSince).toBeNull()
  await prove('now')
  await tara.call.privacy.leave({ confirmed: true })
  await tara.call.privacy.leave({ confirmed: true })
  expect((await tara.call.accounts.me()).user?.leavingSince).toBe(world.clock.now.toISOString())
  await deliver()
  const { messages } = await tara.call.accounts.outbox()
  const mails = messages.filter(({ to }) => to === 'tara-who-stays@example.org')
  expect(mails.map(({ subject }) => subject)).toEqual(['Your Pawfolk account will be deleted'])
  expect(mails[0]!.text).toContain('We’ll erase it on')
  await tara.call.privacy.stay()
  expect((await tara.call.accounts.me()).user?.leavingSince).toBeNull()
})

test('an account is erased 14 days after its person asked, not earlier, and not if they changed their mind', async () => {
  const nila = await world.signUp('nila')
  expect(await nila.call.privacy.leaving()).toMatchObject({ erasedOn: null })
  await nila.call.privacy.leave({ confirmed: true })
  world.clock.now = days(1)
  expect(await nila.call.privacy.leave({ confirmed: true })).toMatchObject({ erasedOn: days(14) })
  await nila.call.privacy.stay()
  world.clock.now = days(15)
  expect(await erase()).toBe(0)

  world.clock.now = days(20)
  await nila.call.privacy.leave({ confirmed: true })
  world.clock.now = new Date(days(34).getTime() - 1)
  expect(await erase()).toBe(0)
  world.clock.now = days(34)
  expect(await erase()).toBe(1)
  expect(await erase()).toBe(0)
  // The database notifies the process that caches sessions a moment later.
  await expect.poll(() => nila.call.pets.list().catch(({ code }) => code)).toBe('request.signed_out')
})

test('a deleted owner’s data is in no table, and the vet keeps the visit and its stars', async () => {
  const owner = await world.signUp('kiran-kumari')
  const vet = await world.signUp('tara')
  const vetId = await makeVet(db, { userId: vet.userId, fullName: 'Tara Rao' })
  await db.updateTable('users').set({ name: 'Kiran Kumari' }).where('id', '=', owner.userId).execute()
  const pet = await owner.call.pets.add({ name: 'Zorro-the-cat', species: 'cat', photo: await makePhoto() })
  const past = await makeAppointment(db, {
    ownerId: owner.ownerId,
    vetId,
    startsAt: days(-3),
    status: 'completed',
    petId: pet.id,
    reason: 'Zorro-the-cat limps',
  })
  await makeRating(db, {
    appointmentId: past,
    providerId: vetId,
    ownerId: owner.ownerId,
    stars: 5,
    feedback: 'Kind',
  })

  await owner.call.privacy.leave({ confirmed: true })
  world.clock.now = days(14)
  expect(await erase()).toBe(1)
  for (const text of ['kiran', 'zorro', owner.email]) expect(await placesOf(text), text).toEqual([])
  const { rows } = await vet.call.appointments.visits({ tab: 'past' })
  expect(rows).toMatchObject([{ id: past, owner: { name: 'Former user', email: null }, reason: null }])
  expect(await vet.call.veterinary.vet({ id: vetId })).toMatchObject({ rating: 5, totalReviews: 1 })
  expect(await world.findBrokenInvariants()).toEqual([])
  // The email is free again.
  expect((await world.signUp('kiran-kumari')).userId).not.toBe(owner.userId)
})

test('texts by others and admins about a deleted user are erased', async () => {
  const owner = await world.signUp('harish')
  const vet = await world.signUp('divya')
  const vetId = await makeVet(db, { userId: vet.userId, fullName: 'Divya Menon', hours: [{}] })
  await expect.poll(async () => (await vet.call.accounts.me()).user?.records['veterinary_doctor']).toBe(vetId)
  const slot = { date: '2026-11-03', startTime: '10:00', endTime: '10:30' }
  const { id } = await owner.call.veterinary.book({ vetId, slot })
  await vet.call.appointments.decline({ id, reason: 'Harish shouted at a nurse' })
  const desk = await openDesk(world, 'meera-of-the-desk')
  const past = { ownerId: owner.ownerId, vetId, status: 'completed' as const }
  const visited = await makeAppointment(db, { ...past, startsAt: days(-1) })
  await owner.call.ratings.rate({ id: visited, stars: 1, feedback: 'Harish was here' })
  const removed = { removed_at: world.clock.now, removed_by: desk.adminId, removal_reason: 'Harish swore' }
  await db.updateTable('ratings').set(removed).where('appointment_id', '=', visited).execute()
  await db
    .updateTable('users')
    .set({ suspended_at: world.clock.now, suspended_reason: 'Harish sent threats' })
    .where('id', '=', owner.userId)
    .execute()
  await db
    .updateTable('users')
    .set({ leaving_since: days(0) })
    .where('id', '=', owner.userId)
    .execute()
  world.clock.now = days(14)
  expect(await erase()).toBe(1)
  expect(await placesOf('harish')).toEqual([])
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('a deleted buyer’s review stays as from a former user, and its seller’s notifications forget who it was, also of a deleted review', async () => {
  const [buyer, seller] = [await world.signUp('ishaan'), await world.signUp('pallavi')]
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', buyer.userId).execute()
  const sellerId = await makeSupplier(db, { userId: seller.userId, at: days(-30), name: 'Paw Shelf' })
  const product = () => makeProduct(db, { sellerId, at: days(-30) })
  const receive = async ({ variantIds }: Awaited<ReturnType<typeof product>>) =>
    makeOrder(db, {
      userId: buyer.userId,
      variantId: variantIds[0]!,
      steps: (['placed', 'packed', 'shipped', 'delivered', 'completed'] as const).map((to) => ({
        to,
        by: to === 'placed' ? 'owner' : 'seller',
        at: days(-9),
      })),
    })
  const [kept, removed, deleted] = [await product(), await product(), await product()]
  for (const one of [kept, removed, deleted]) await receive(one)
  await buyer.call.shop.review({ id: kept.id as never, stars: 4, feedback: 'Good oats' })
  await buyer.call.shop.review({ id: removed.id as never, stars: 1, feedback: 'Ishaan was here' })
  await buyer.call.shop.review({ id: deleted.id as never, stars: 2 })
  await buyer.call.shop.deleteReview({ id: deleted.id as never })
  const desk = await openDesk(world, 'omar-of-the-desk')
  const { rows } = await desk.call.reviews({ search: '' })
  const bad = rows.find(({ feedback }) => feedback === 'Ishaan was here')!
  await desk.call.removeReview({ id: bad.id, part: 'rating', reason: 'It names a person' })
  const archive = await archiveOf(buyer)
  expect(JSON.stringify(archive)).toContain('Good oats')
  const sold = JSON.stringify(await archiveOf(seller))
  expect(sold).toContain('Good oats')
  expect(sold).not.toContain('Ishaan was here')

  await buyer.call.privacy.leave({ confirmed: true })
  world.clock.now = days(14)
  expect(await erase()).toBe(1)
  expect(await placesOf('ishaan')).toEqual([])
  expect((await world.visitor.shop.productReviews({ id: kept.id as never })).rows).toMatchObject([
    { by: 'Former user', stars: 4, feedback: 'Good oats' },
  ])
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('a user can’t book while being erased', async () => {
  const vet = await world.signUp('vikram')
  const vetId = await makeVet(db, { userId: vet.userId, fullName: 'Vikram Das', hours: [{}] })
  const owner = await world.signUp('hasty')
  const slot = { date: '2026-11-03', startTime: '10:00', endTime: '10:30' }
  let booking: Promise<unknown> | undefined
  await db.transaction().execute(async (erasing) => {
    await sql`select from users where id = ${owner.userId} for update`.execute(erasing)
    booking = owner.call.veterinary.book({ vetId, slot, reason: 'Hasty words' }).catch((error) => error)
    await vi.waitUntil(async () => {
      const { rows } = await sql`select from pg_locks where not granted`.execute(db)
      return rows.length > 0
    })
    const erased = { leaving_since: days(-14), erased_at: days(0) }
    await erasing.updateTable('users').set(erased).where('id', '=', owner.userId).execute()
  })
  expect(await booking).toMatchObject({ code: 'request.not_found', status: 404 })
  expect(await placesOf('hasty words')).toEqual([])
})

test('a vet’s account deletion cancels upcoming visits first and notifies their owners', async () => {
  const owner = await world.signUp('imran')
  const vet = await world.signUp('lakshmi-pillai')
  const vetId = await makeVet(db, { userId: vet.userId, fullName: 'Lakshmi Pillai', location: 'Saket' })
  for (const [inDays, status] of [
    [16, 'pending'],
    [17, 'confirmed'],
  ] as const)
    await makeAppointment(db, { ownerId: owner.ownerId, vetId, startsAt: days(inDays), status })
  expect(await vet.call.privacy.leave({ confirmed: true })).toMatchObject({ openBookings: 2 })

  world.clock.now = days(14)
  expect(await erase()).toBe(0)
  await deliver()
  const { rows } = await owner.call.appointments.appointments({ tab: 'past' })
  expect(rows.map(({ status }) => status).sort()).toEqual(['cancelled', 'declined'])
  expect((await owner.call.notifications.list({})).rows.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Appointment declined', 'Appointment cancelled']),
  )

  expect(await erase()).toBe(1)
  expect(await placesOf('lakshmi')).toEqual([])
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('a deleted trainer and stylist’s data is in no table, nor in payments’ descriptions', async () => {
  const owner = await world.signUp('esha')
  const provider = await world.signUp('gauri-deshpande')
  const bruno = await makePet(db, { ownerId: owner.ownerId, name: 'Bruno' })
  const trainerId = await makeTrainer(db, {
    userId: provider.userId,
    fullName: 'Gauri Deshpande',
    bio: 'Ask for Gauri',
  })
  const stylistId = await makeStylist(db, { userId: provider.userId, fullName: 'Gauri Deshpande' })
  const past = { ownerId: owner.ownerId, status: 'completed' as const }
  const session = await makeSession(db, { ...past, trainerId, startsAt: days(-3) })
  await makeStyling(db, {
    ...past,
    stylistId,
    startsAt: days(-2),
    pets: [{ petId: bruno.id, service: 'Bath & Brush' }],
  })
  const paymentId = await makePayment(db, {
    appointmentId: session,
    payerUserId: owner.userId,
    payeeUserId: provider.userId,
  })
  await db
    .updateTable('payments')
    .set({ description: 'Puppy Training with Gauri Deshpande, online', closed_at: days(-2) })
    .where('id', '=', paymentId)
    .execute()
  await provider.call.privacy.leave({ confirmed: true })
  world.clock.now = days(14)
  expect(await erase()).toBe(1)
  for (const text of ['gauri', 'deshpande']) expect(await placesOf(text), text).toEqual([])
  const { rows } = await owner.call.appointments.appointments({ tab: 'past' })
  expect(rows).toMatchObject([
    { title: 'Bath & Brush', provider: { name: 'Former user' } },
    { title: 'Puppy Training', provider: { name: 'Former user' } },
  ])
})

test('trainers and stylists who come to owners’ homes are erased', async () => {
  const provider = await world.signUp('falguni')
  const home = { userId: provider.userId, fullName: 'Falguni Shah', location: 'Andheri', comesToOwner: true }
  await makeTrainer(db, home)
  await makeStylist(db, home)
  await provider.call.privacy.leave({ confirmed: true })
  world.clock.now = days(14)
  expect(await erase()).toBe(1)
  for (const text of ['falguni', 'andheri']) expect(await placesOf(text), text).toEqual([])
})

test('an erasure that fails is undone, and others are erased', async () => {
  const [first, second] = [await world.signUp('first-leaver'), await world.signUp('second-leaver')]
  for (const [since, { userId }] of [
    [-2, first],
    [-1, second],
  ] as const)
    await db
      .updateTable('users')
      .set({ leaving_since: days(since) })
      .where('id', '=', userId)
      .execute()
  await sql`
    create function refuse_erasure() returns trigger language plpgsql as
      'begin raise exception $$can’t be erased$$; end';
    create trigger refuse_erasure before update of erased_at on users for each row
      when (old.name = 'first-leaver') execute function refuse_erasure();
  `.execute(db)
  world.clock.now = days(14)
  expect(await erase()).toBe(1)
  expect(await placesOf('second-leaver')).toEqual([])
  const kept = db.selectFrom('accounts').select('id').where('user_id', '=', first.userId)
  expect(await kept.execute()).toHaveLength(1)
  await sql`drop trigger refuse_erasure on users`.execute(db)
  expect(await erase()).toBe(1)
})

async function makePackage(ownerId: string, trainerId: string): Promise<string> {
  const id = await makeUnpaidPackage(db, { offerId: await makeOffer(db, { trainerId }), ownerId })
  await db
    .updateTable('packages')
    .set({ status: 'active', paid_at: days(-9), expires_at: days(80) })
    .where('id', '=', id)
    .execute()
  return id
}

test('a past session of a package is settled before its owner is erased', async () => {
  const [owner, trainer] = [await world.signUp('jasmine'), await world.signUp('kunal')]
  const trainerId = await makeTrainer(db, { userId: trainer.userId, fullName: 'Kunal Sen' })
  const packageId = await makePackage(owner.ownerId, trainerId)
  const session = { ownerId: owner.ownerId, trainerId, status: 'confirmed' as const }
  const [past, upcoming] = [
    await makeSession(db, { ...session, startsAt: days(-3) }),
    await makeSession(db, { ...session, startsAt: days(3) }),
  ]
  for (const appointmentId of [past, upcoming])
    await db
      .insertInto('package_uses')
      .values({ id: newId(), package_id: packageId, appointment_id: appointmentId, taken_at: days(-8) })
      .execute()
  // The owner of a suspended trainer's session decides whether it took place.
  expect(await owner.call.privacy.leaving()).toMatchObject({ openBookings: 2, paidBookings: 1 })
  await expect(owner.call.privacy.leave({ confirmed: true })).rejects.toThrow('privacy.paid_booking')
  await db
    .updateTable('package_uses')
    .set({ state: 'used', settled_at: days(0) })
    .where('appointment_id', '=', past)
    .execute()
  await db.updateTable('appointments').set({ status: 'completed' }).where('id', '=', past).execute()
  expect(await owner.call.privacy.leave({ confirmed: true })).toMatchObject({
    openBookings: 1,
    paidBookings: 0,
  })
})

test('a past session that isn’t settled keeps its leaver, but not their other bookings', async () => {
  const [owner, trainer] = [await world.signUp('lavanya'), await world.signUp('manoj')]
  const trainerId = await makeTrainer(db, { userId: trainer.userId, fullName: 'Manoj Das' })
  const packageId = await makePackage(owner.ownerId, trainerId)
  const session = { ownerId: owner.ownerId, trainerId, status: 'confirmed' as const }
  const past = await makeSession(db, { ...session, startsAt: days(-3) })
  const upcoming = await makeSession(db, { ...session, startsAt: days(3) })
  const use = { id: newId(), package_id: packageId, appointment_id: past, taken_at: days(-8) }
  await db.insertInto('package_uses').values(use).execute()
  await db
    .updateTable('users')
    .set({ leaving_since: days(-14) })
    .where('id', '=', owner.userId)
    .execute()
  expect(await erase()).toBe(0)
  await deliver()
  const { rows } = await owner.call.appointments.appointments({ tab: 'past' })
  expect(new Map(rows.map(({ id, status }) => [id, status]))).toEqual(
    new Map([
      [past, 'confirmed'],
      [upcoming, 'cancelled'],
    ]),
  )
  expect(await erase()).toBe(0)
  expect(await owner.call.privacy.leaving()).toMatchObject({ openBookings: 1, paidBookings: 1 })
  await db.updateTable('users').set({ leaving_since: null }).where('id', '=', owner.userId).execute()
})

test('an upcoming paid booking must take place or be cancelled first', async () => {
  const owner = await world.signUp('zoya')
  const vet = await world.signUp('arjun')
  const vetId = await makeVet(db, { userId: vet.userId, fullName: 'Arjun Nair' })
  const id = await makeAppointment(db, {
    ownerId: owner.ownerId,
    vetId,
    startsAt: days(2),
    status: 'confirmed',
  })
  const paymentId = await makePayment(db, {
    appointmentId: id,
    payerUserId: owner.userId,
    payeeUserId: vet.userId,
  })
  await db
    .updateTable('payments')
    .set({ status: 'completed', completed_at: world.clock.now, receipt_number: 1, gateway: 'sandbox' })
    .where('id', '=', paymentId)
    .execute()
  for (const person of [owner, vet])
    await expect(person.call.privacy.leave({ confirmed: true })).rejects.toMatchObject({
      code: 'privacy.paid_booking',
    })
  expect(await owner.call.privacy.leaving()).toEqual({
    erasedOn: null,
    openBookings: 1,
    paidBookings: 1,
    soldSessions: 0,
    boughtSessions: 0,
    openOrders: 0,
    isOwed: false,
    ordersToSend: 0,
  })
  world.clock.now = days(3)
  // It is over, but whether it took place isn't settled yet.
  await expect(vet.call.privacy.leave({ confirmed: true })).rejects.toThrow('privacy.paid_booking')
  await world.app.jobs.runSweep('complete-ended-appointments', world.clock.now)
  expect(await owner.call.privacy.leave({ confirmed: true })).toMatchObject({ paidBookings: 0 })
  await db
    .updateTable('appointments')
    .set({ absence_reported_at: world.clock.now })
    .where('id', '=', id)
    .execute()
  await expect(vet.call.privacy.leave({ confirmed: true })).rejects.toThrow('privacy.paid_booking')
})

test('a vet whom we owe money is erased once it is paid, while others who left later don’t wait', async () => {
  const [vet, other] = await Promise.all([world.signUp('gauri'), world.signUp('tejas')])
  await makeVet(db, { userId: vet.userId, fullName: 'Gauri Rao' })
  const since = world.clock.now
  const owe = (sourceId: string, kind: 'adjustment' | 'payout') => {
    const owed = { account: 'payable' as const, userId: vet.userId }
    const [debit, credit] =
      kind === 'adjustment' ? [{ account: 'gateway' as const }, owed] : [owed, { account: 'bank' as const }]
    const facts = { paymentId: null, gateway: 'razorpay' as const, amount: 60_000, currency: 'INR' }
    return post(db, { kind, sourceId, ...facts, debit, credit, at: world.clock.now })
  }
  await owe(newId(), 'adjustment')
  expect(await vet.call.privacy.leave({ confirmed: true })).toMatchObject({ isOwed: true })
  await other.call.privacy.leave({ confirmed: true })
  world.clock.now = new Date(since.getTime() + 15 * DAY)
  const nameOf = async ({ userId }: typeof vet) =>
    (await db.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirstOrThrow()).name
  await world.app.jobs.runSweep('erase-accounts-that-were-left', world.clock.now)
  expect([await nameOf(vet), await nameOf(other)]).toEqual(['gauri', ''])
  await owe(newId(), 'payout')
  await world.app.jobs.runSweep('erase-accounts-that-were-left', world.clock.now)
  expect(await nameOf(vet)).toBe('')
})

test('what a pharmacist approved stays for three years after they have left, without a way to open it', async () => {
  const [pharmacist, buyer] = await Promise.all([world.signUp('yamini'), world.signUp('uday')])
  const at = world.clock.now
  const sellerId = await makePharmacist(db, { userId: pharmacist.userId, at })
  const { variantIds } = await makeProduct(db, { sellerId, at, category: 'skin', facts: { schedule: 'h' } })
  const { id: petId } = await makePet(db, { ownerId: buyer.ownerId })
  await makeDispensing(db, {
    userId: buyer.userId,
    petId,
    variantId: variantIds[0]!,
    orderedAt: at,
    decision: { at, reason: null },
  })
  const file = new File([new Uint8Array(makePdf())], 'scan.pdf', { type: 'application/pdf' })
  const { id } = await buyer.call.shop.addPrescription({ petId: petId as never, file })
  const given = await db
    .selectFrom('given_prescriptions')
    .select('upload_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await sql`alter table dispensed_lines disable trigger dispensed_lines_keep_decision`.execute(db)
  await sql`update dispensed_lines set prescription_id = ${id} where product_id in (
    select product_id from product_variants where id = ${variantIds[0]!})`.execute(db)
  await sql`alter table dispensed_lines enable trigger dispensed_lines_keep_decision`.execute(db)
  await db
    .updateTable('uploads')
    .set({ user_id: pharmacist.userId })
    .where('id', '=', given.upload_id!)
    .execute()
  await db
    .updateTable('users')
    .set({ leaving_since: new Date(at.getTime() - 15 * DAY) })
    .where('id', '=', pharmacist.userId)
    .execute()
  // The first try cancels what isn't sent yet.
  expect(await erase()).toBe(0)
  await deliver()
  world.clock.now = new Date(at.getTime() + 2 * HOUR)
  expect(await erase()).toBe(1)
  const kept = () => db.selectFrom('uploads').select('id').where('id', '=', given.upload_id!).execute()
  expect(await kept()).toHaveLength(1)
})

test('a deleted buyer’s notes about an order are erased on the seller’s side too', async () => {
  const seller = await world.signUp('devika')
  const sellerId = await makeSupplier(db, { userId: seller.userId, at: world.clock.now })
  const { variantIds } = await makeProduct(db, {
    sellerId,
    at: world.clock.now,
    variants: [{ name: '1 kg', price: 100 }],
  })
  const buyer = await world.signUp('gurmeet')
  const address = { ...homeAddress, name: 'Gurmeet Singh' }
  await makePhone(db, { userId: buyer.userId })
  const { id } = await order(buyer, { [variantIds[0]!]: 1 }, { pays: 'cash', address })
  await buyer.call.shop.cancelOrder({ id, reason: 'Gurmeet has moved away' })
  await deliver()
  expect((await placesOf('gurmeet')).length).toBeGreaterThan(0)
  await db
    .updateTable('users')
    .set({ leaving_since: new Date(world.clock.now.getTime() - 15 * DAY) })
    .where('id', '=', buyer.userId)
    .execute()
  expect(await erase()).toBe(1)
  expect(await placesOf('gurmeet')).toEqual([])
})
