import { base32 } from '@better-auth/utils/base32'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { codeOf } from '#/admin/server/login/authenticator.ts'
import { describeSignIns } from '#/app/sign-ins.ts'
import { askAdmin, openDesk } from '#/app/testing/desk.ts'
import { clientAt } from '#/app/testing/people.ts'
import { openWorld } from '#/app/testing/world.ts'
import { appointmentStatuses } from '#/appointments/rules.ts'
import { openDatabase } from '#/kernel/server/db.ts'
import { openDiskStorage } from '#/kernel/server/files/disk-storage.ts'
import { readDocument } from '#/kernel/server/files/documents.ts'
import { findBrokenInvariants } from '#/kernel/server/invariants.ts'
import { createLog } from '#/kernel/server/log.ts'
import { createTestDatabase } from '#/kernel/testing/database.ts'
import { sandboxFile } from '#/payments/server/sandbox-process.ts'
import { partStatuses } from '#/shop/order-states.ts'
import { mostUnpaidOrders } from '#/shop/rules.ts'
import { countUnpaid } from '#/shop/server/orders/place.ts'
import { addToSandbox } from '../../../db/seed/add-to-sandbox.ts'
import { drawCertificate } from '../../../db/seed/certificate.ts'
import { seedDemo } from '../../../db/seed/seed-demo.ts'

const timeZone = 'Asia/Kolkata'
const world = await openWorld()
const { db } = world
const storeFile = openDiskStorage(world.dataDir).write

async function signIn(email: string) {
  const response = await fetch(`${world.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: world.url },
    body: JSON.stringify({ email, password: 'pawfolk-demo' }),
  })
  expect(response.status).toBe(200)
  const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0])
  return clientAt(world.url, { cookie: cookie.join('; ') })
}

test('the demo data has vets, owners, pets, bookings and ratings, and is seeded once', async () => {
  const options = { now: world.clock.now, timeZone, storeFile, adminKey: world.secret }
  const [first] = await Promise.all([seedDemo(db, options), seedDemo(db, options)])
  expect(first.map(({ who }) => who)).toEqual(['Pet owner', 'Vet', 'Pet stylist', 'Trainer', 'Admin'])
  const count = async (
    table:
      | 'veterinary_doctors'
      | 'pets'
      | 'users'
      | 'veterinary_appointments'
      | 'veterinary_ratings'
      | 'pet_stylists'
      | 'pet_trainers'
      | 'styling_appointments'
      | 'pet_stylist_ratings'
      | 'pet_sitters',
  ) => {
    const { rows } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    return rows
  }
  expect(await count('veterinary_doctors')).toBe(14)
  expect(await count('users')).toBe(58)
  expect(await count('pets')).toBe(20)
  expect(await count('veterinary_ratings')).toBe(18)
  expect(await count('veterinary_appointments')).toBe(18 + 7 + 3)
  expect(await count('pet_trainers')).toBe(8)
  expect(await count('pet_stylists')).toBe(8)
  for (const table of ['pet_trainers', 'pet_stylists'] as const) {
    const rows = await db.selectFrom(table).select('location').where('location', 'is not', null).execute()
    expect(new Set(rows.map(({ location }) => location!.split(', ').at(-1))).size, table).toBe(5)
  }
  expect(await count('pet_stylist_ratings')).toBe(5)
  expect(await count('styling_appointments')).toBe(7 + 4)
  expect(await count('pet_sitters')).toBe(12)
})

test('a process waits for another one’s seeding longer than a statement may take', async () => {
  const own = openDatabase(world.databaseUrl, { log: createLog('silent') })
  own.pool.on('connect', (client) => void client.query('set statement_timeout = 1000'))
  try {
    const seeding = db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('pawfolk demo seed'))`.execute(tx)
      const waiting = seedDemo(own.db, { now: world.clock.now, timeZone, storeFile })
      await Promise.race([waiting, sql`select pg_sleep(2)`.execute(tx)])
      return { waiting }
    })
    expect(await (await seeding).waiting).toHaveLength(4)
  } finally {
    await own.close()
  }
})

test('the demo’s owner and vet find their messages', async () => {
  const [asha, meera] = [
    await signIn('asha.verma@pawfolk.example'),
    await signIn('meera.iyer@pawfolk.example'),
  ]
  const [unread, ...more] = (await asha.messaging.unread()).threads
  expect([unread?.unread, more]).toEqual([1, []])
  const { bookingId } = unread!
  expect(await meera.messaging.thread({ bookingId })).toMatchObject({ unread: 0, rows: { length: 4 } })
})

test('the demo’s owner can have a medicine again, on a prescription that its pharmacist keeps', async () => {
  const asha = await signIn('asha.verma@pawfolk.example')
  expect((await asha.shop.refills()).rows).toMatchObject([
    { name: 'Flexidol', petName: 'Bruno', left: 2, offer: { quantity: 1 } },
  ])
  const { rows } = await sql`
    select from uploads u join pharmacists p using (user_id) where u.name = 'prescription-flexidol.pdf'`.execute(
    db,
  )
  expect(rows).toHaveLength(1)
})

test('the demo has sitter bookings in every final state', async () => {
  const { rows: states } = await sql<{ status: string }>`
    select distinct a.status from appointments a where a.trade = 'sitting'`.execute(db)
  expect(states.map(({ status }) => status).sort()).toEqual(
    ['cancelled', 'completed', 'confirmed', 'declined', 'expired', 'no_show'].sort(),
  )
  const asha = await signIn('asha.verma@pawfolk.example')
  const past = (await asha.appointments.appointments({ tab: 'past', trade: 'sitting' })).rows
  expect(new Set(past.map(({ cancelledBy }) => cancelledBy))).toEqual(new Set([null, 'owner', 'provider']))
  expect(past.filter(({ payment }) => payment?.status === 'refunded')).toHaveLength(1)
  expect(past.some(({ rating }) => rating?.stars === 5)).toBe(true)
  expect(past.some(({ rating, status }) => !rating && status === 'completed')).toBe(true)
  const [walks] = (
    await asha.appointments.appointments({ tab: 'upcoming', trade: 'sitting', group: 'series' })
  ).rows.filter(({ series }) => series?.repeats)
  expect(walks!.series).toMatchObject({ pauses: [{ by: 'owner' }], hasEnded: false })
})

test('the demo has training sessions in every state, some of them online', async () => {
  const sessions = await db
    .selectFrom('appointments')
    .select(['status', 'is_online'])
    .where('trade', '=', 'training')
    .execute()
  expect(new Set(sessions.map(({ status }) => status))).toEqual(new Set(appointmentStatuses))
  const online = sessions.filter(({ is_online: isOnline }) => isOnline).map(({ status }) => status)
  expect(online.sort()).toEqual(['completed', 'confirmed', 'declined', 'expired', 'pending'])
})

test('the demo has a coming session at an owner’s home, whose trainer reads the address, and a trainer who trains online only', async () => {
  const tenzin = await signIn('tenzin.dolma@pawfolk.example')
  const { rows: visits } = await tenzin.appointments.visits({ tab: 'upcoming' })
  expect(visits).toMatchObject([
    { status: 'confirmed', isOnline: false, address: expect.stringContaining('Green Park') },
  ])
  const { rows: trainers } = await tenzin.training.trainers({ q: 'Mumbai', meeting: 'online' })
  expect(trainers.find(({ offersInPerson }) => !offersInPerson)).toMatchObject({ name: 'Alka Jadhav' })
})

test('the demo has stylings in every state: they are confirmed at once, so none waits, is declined or expires', async () => {
  const stylings = await db
    .selectFrom('appointments')
    .select('status')
    .where('trade', '=', 'styling')
    .execute()
  expect(new Set(stylings.map(({ status }) => status))).toEqual(
    new Set(['confirmed', 'completed', 'cancelled', 'no_show']),
  )
})

test('the demo sells 60 products with pictures of three sellers, and has orders in every state', async () => {
  const products = await db.selectFrom('products').select(['seller_id', 'pictures', 'is_listed']).execute()
  expect(products.filter(({ pictures, is_listed }) => is_listed && pictures.length > 0)).toHaveLength(60)
  expect(new Set(products.map(({ seller_id }) => seller_id)).size).toBe(3)
  const parts = await db.selectFrom('order_parts').select('status').execute()
  expect(new Set(parts.map(({ status }) => status))).toEqual(new Set(partStatuses))
  const payments = await db
    .selectFrom('payments')
    .select('status')
    .where('order_id', 'is not', null)
    .execute()
  expect(new Set(payments.map(({ status }) => status))).toEqual(
    new Set(['created', 'pending', 'completed', 'refunded']),
  )
})

test('the demo’s owner finds their paid and refunded orders, and can place another', async () => {
  const asha = await signIn('asha.verma@pawfolk.example')
  const { rows } = await asha.shop.orders({})
  const orders = await Promise.all(rows.map(({ id }) => asha.shop.order({ id })))
  expect(orders.some(({ payment }) => payment?.status === 'completed')).toBe(true)
  const ofTwo = orders.filter(({ parts }) => parts.length > 1)
  expect(ofTwo).toMatchObject([
    {
      payment: { status: 'completed' },
      parts: [
        { status: 'shipped', seller: { name: 'Paw Pantry' } },
        { status: 'packed', seller: { name: 'Green Tail Traders' } },
      ],
    },
  ])
  const refunded = orders.find(({ payment }) => payment?.status === 'refunded')!
  expect(refunded.parts[0]!.refunded).toEqual(refunded.total)
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'asha.verma@pawfolk.example')
    .executeTakeFirstOrThrow()
  expect(await countUnpaid(db, id)).toBeLessThan(mostUnpaidOrders)
})

test('the printed logins work, and there are vets in five cities', async () => {
  await signIn('asha.verma@pawfolk.example')
  const rows = await db
    .selectFrom('providers')
    .select(['location', 'rating'])
    .where('trade', '=', 'veterinary')
    .execute()
  expect(new Set(rows.map(({ location }) => location?.split(', ')[1])).size).toBe(5)
  expect(rows.filter(({ rating }) => rating !== null).length).toBeGreaterThan(8)
})

test('the bell has notifications about bookings, some unread, and no mail is sent', async () => {
  const asha = await signIn('asha.verma@pawfolk.example')
  const told = (await asha.notifications.list({})).rows
  expect(told.slice(0, 5).map(({ title, isRead }) => `${title} ${isRead}`)).toEqual([
    'Visit card: Bruno’s dog walk false',
    'Another time proposed false',
    'Request sent false',
    'Appointment confirmed false',
    'Appointment confirmed false',
  ])
  expect(told.slice(5).map(({ title, isRead }) => `${title} ${isRead}`)).toEqual([
    ...Array(3).fill('Visit completed true'),
    'Grooming note for Bruno true',
    'Visit note for Coco true',
    'Visit note for Bruno true',
  ])
  expect(told.every(({ createdAt }) => createdAt <= world.clock.now)).toBe(true)
  const meera = await signIn('meera.iyer@pawfolk.example')
  const requests = (await meera.notifications.list({})).rows.filter(({ isRead }) => !isRead)
  expect(requests.map(({ title }) => title)).toEqual(['New appointment request', 'New appointment request'])
  const { rows } = await sql`select from jobs.job where name in ('events', 'mail')`.execute(db)
  expect(rows).toEqual([])
})

test('a payment of the demo can be refunded, because the sandbox knows it', async () => {
  await addToSandbox(db, sandboxFile(world.dataDir))
  const asha = await signIn('asha.verma@pawfolk.example')
  const { rows } = await asha.shop.orders({})
  const orders = await Promise.all(rows.map(({ id }) => asha.shop.order({ id })))
  const order = orders.find(
    ({ payment, parts }) =>
      payment?.status === 'completed' && parts.every(({ status }) => status === 'placed'),
  )!
  await asha.shop.cancelOrder({ id: order.id })
  await world.app.jobs.deliverEvents(world.clock.now)
  const { payment_id } = await db
    .selectFrom('order_parts as s')
    .innerJoin('payments as p', 'p.order_id', 's.order_id')
    .select('p.id as payment_id')
    .where('s.order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  expect(
    await db
      .selectFrom('refunds')
      .select(['status', 'amount'])
      .where('payment_id', '=', payment_id)
      .execute(),
  ).toEqual([{ status: 'succeeded', amount: order.total.amount }])
})

test('each verified vet has the certificate, and is verified again after a change of the licence', async () => {
  const record = 'veterinary_doctor'
  const { rows } = await sql`
    select from veterinary_doctors v where verification_status = 'verified' and not exists (
      select from verification_documents d where d.record = ${record} and d.record_id = v.id)`.execute(db)
  expect(rows).toEqual([])

  const kabir = await signIn('kabir.shah@pawfolk.example')
  const { imageUrl, ...profile } = (await kabir.veterinary.profile())!
  await kabir.veterinary.saveProfile({ ...profile, licenseId: 'KVC/2008/3378' } as never)
  const standing = (await kabir.verification.standing({ record }))!
  expect(standing).toMatchObject({ status: 'submitted', missing: [] })
  const file = await fetch(new URL(standing.documents[0]!.url, world.url))
  const content = Buffer.from(await file.arrayBuffer())
  expect(content).toEqual(
    drawCertificate({
      fullName: 'Kabir Shah',
      licenseId: 'KVC/2008/3377',
      council: 'Karnataka Veterinary Council',
    }),
  )
  // As if it had been uploaded.
  const uploaded = new File([new Uint8Array(content)], 'certificate.pdf')
  expect(await readDocument(uploaded)).toMatchObject({ contentType: 'application/pdf' })

  const { call: desk } = await openDesk(world, 'ravi')
  const waiting = (await desk.queue({})).rows.find((row) => row.displayName.includes('Kabir Shah'))!
  const ofKabir = { record, recordId: waiting.recordId } as const
  const { version } = await desk.submission(ofKabir)
  await desk.decide({ ...ofKabir, decision: { to: 'verified', version, reason: null } })
  expect(await kabir.verification.standing({ record })).toMatchObject({ status: 'verified', isListed: true })
})

type Told = {
  owner: string
  vet: string
  city: string
  place: string
  specialization: string
  species: string
  day: string
  time: string
  took_place: boolean
  in_hours: boolean
}

/** Times on each day of the week: morning, noon, evening and night. */
test.each([
  '2026-11-02T03:30:00Z',
  '2026-11-03T06:30:00Z',
  '2026-11-04T13:00:00Z',
  '2026-11-05T19:00:00Z',
  '2026-11-06T12:45:00Z',
  '2026-11-07T07:00:00Z',
  '2026-11-08T22:00:00Z',
])('the stories seeded on %s are possible', async (moment) => {
  const database = await createTestDatabase()
  const own = openDatabase(database.url, { log: createLog('silent') })
  try {
    await seedDemo(own.db, { now: new Date(moment), timeZone, storeFile })
    const { rows } = await sql<Told>`
      select u.name as owner, v.full_name as vet, o.city, split_part(v.location, ', ', 2) as place,
        v.specialization, p.species, a.appointment_date as day, a.start_time as time,
        a.status = 'completed' as took_place,
        exists (
          select from veterinary_schedules s
           where s.veterinary_id = v.id and s.schedule_date is null
             and s.day_of_week = lower(to_char(a.appointment_date, 'FMDay'))
             and s.start_time <= a.start_time and a.end_time <= s.end_time
             and not exists (select from veterinary_breaks b where b.schedule_id = s.id
               and b.start_time < a.end_time and a.start_time < b.end_time)
        ) or exists (
          select from veterinary_schedules s where s.veterinary_id = v.id and s.schedule_date = a.appointment_date
        ) as in_hours
      from veterinary_appointments a
      join pet_owners o on o.id = a.pet_owner_id join users u on u.id = o.user_id
      join veterinary_doctors v on v.id = a.veterinary_id join pets p on p.id = a.pet_id
    `.execute(own.db)
    expect(rows).toHaveLength(28)
    for (const row of rows) {
      const said = JSON.stringify(row)
      expect(row.city, said).toBe(row.place)
      expect(row.in_hours, said).toBe(true)
      if (row.specialization === 'Cats only') expect(row.species, said).toBe('cat')
      if (row.specialization.startsWith('Birds'))
        expect(['bird', 'rabbit', 'other'], said).toContain(row.species)
    }
    const past = rows.filter(({ took_place }) => took_place)
    expect(new Set(past.map(({ day }) => day)).size).toBeGreaterThan(12)
    expect(new Set(past.map(({ time }) => time)).size).toBeGreaterThan(10)
    const { rows: atOnce } = await sql`
      select a.id from veterinary_appointments a join veterinary_appointments b on a.id < b.id
       where (a.pet_owner_id = b.pet_owner_id or a.veterinary_id = b.veterinary_id)
         and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)
    `.execute(own.db)
    expect(atOnce, 'in two places at one time').toEqual([])
    const ahead = await own.db
      .selectFrom('veterinary_appointments')
      .select('status')
      .distinct()
      .where('starts_at', '>', new Date(moment))
      .execute()
    expect(ahead.map(({ status }) => status)).toEqual(expect.arrayContaining(['pending', 'confirmed']))
    expect(await findBrokenInvariants(database.url)).toEqual([])
  } finally {
    await own.close()
    await database.drop()
  }
})

test('the demo’s admin logs in with the printed credentials, also after a restart with another secret', async () => {
  const options = { now: world.clock.now, timeZone, storeFile }
  await seedDemo(db, { ...options, adminKey: 'the-secret-of-a-start-before-this-one' })
  const admin = (await seedDemo(db, { ...options, adminKey: world.secret })).at(-1)!
  const secret = new TextDecoder().decode(base32.decode(admin.authenticator!))
  const { email, password } = admin
  const begun = await askAdmin(world.url, '/sign-in/email', { email, password })
  const code = await codeOf(secret)
  const done = await askAdmin(world.url, '/two-factor/verify-totp', { code }, begun.cookie)
  expect(done).toMatchObject({ status: 200, body: { signedIn: true } })
})

test('without a key, as in production, there is no demo admin, and the start says how to create one', async () => {
  const options = { now: world.clock.now, timeZone, storeFile }
  const signIns = await seedDemo(db, options)
  expect(signIns.map(({ who }) => who)).toEqual(['Pet owner', 'Vet', 'Pet stylist', 'Trainer'])
  expect(describeSignIns(signIns).at(-1)).toContain('npm run admin:create')
  const withAdmin = await seedDemo(db, { ...options, adminKey: world.secret })
  expect(describeSignIns(withAdmin).join()).not.toContain('admin:create')
})
