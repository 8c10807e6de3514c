import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { archivePath } from '#/privacy/rules.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const { db } = world
const [asha, ravi, meera] = await Promise.all(['asha', 'ravi', 'meera'].map((name) => world.signUp(name)))
const vetId = await makeVet(db, { userId: meera!.userId, fullName: 'Meera Iyer' })
const slot = (startTime: string, endTime: string) => ({ date: '2026-11-05', startTime, endTime })
const notASlot = { code: 'booking.not_a_slot', status: 422 }
const deliver = async () => {
  while ((await world.app.jobs.deliverEvents(world.clock.now)) > 0);
}
const bellOf = async (person: Person) =>
  (await person.call.notifications.list({})).rows.map(({ message }) => message).join('\n')
await db.updateTable('users').set({ email_verified: true }).execute()
const known = await asha!.call.veterinary.book({ vetId, slot: slot('10:00', '10:30') })
const waited = { trade: 'veterinary' as const, providerId: vetId }
await meera!.call.messaging.block({ bookingId: known.id, isBlocked: true })

test('M2: to a blocked owner a vet’s days are full, and to others as they were', async () => {
  const seen = async ({ call }: Person) =>
    (await call.booking.openDays({ trade: 'veterinary', providerId: vetId })).days
  const [toBlocked, toOthers] = [await seen(asha!), await seen(ravi!)]
  expect(new Set(toOthers.map(({ state }) => state))).toEqual(new Set(['available', 'closed']))
  expect(toBlocked).toEqual(
    toOthers.map((day) => (day.state === 'available' ? { ...day, state: 'full' } : day)),
  )
  const at = { trade: 'veterinary', providerId: vetId, date: '2026-11-05' } as const
  expect(await asha!.call.booking.slots(at)).toMatchObject({ slots: [], reason: 'booked' })
  expect((await ravi!.call.booking.slots(at)).slots).toHaveLength(15)
})

test('a blocked owner can’t book, reschedule or join the waitlist, and their words don’t arrive', async () => {
  const reason = 'I know where your clinic is'
  await expect(
    asha!.call.veterinary.book({ vetId, slot: slot('11:00', '11:30'), reason }),
  ).rejects.toMatchObject(notASlot)
  await expect(
    asha!.call.appointments.reschedule({ id: known.id, slot: slot('11:00', '11:30') }),
  ).rejects.toMatchObject(notASlot)
  await expect(asha!.call.booking.wait({ ...waited, day: '2026-11-05' })).rejects.toMatchObject(notASlot)
  await deliver()
  expect(await bellOf(meera!)).not.toContain(reason)
})

test('a blocked owner can cancel earlier bookings, and the vet isn’t shown the reason', async () => {
  const reason = 'Zquxcancel'
  await asha!.call.appointments.cancel({ id: known.id, reason })
  await deliver()
  expect(await bellOf(meera!)).toMatch(/asha cancelled/)
  expect(await bellOf(meera!)).not.toContain(reason)
  const toMeera = await sql<{ text: string }>`
    select data -> 'data' ->> 'text' as text from jobs.job
     where name = 'mail' and data -> 'data' ->> 'to' = ${meera!.email}`.execute(db)
  expect(toMeera.rows.length).toBeGreaterThan(1)
  expect(toMeera.rows.map(({ text }) => text).join()).not.toContain(reason)
  expect(await bellOf(asha!)).toContain(reason)
})

test('M2: the archive of the vet has no reason that a blocked owner gave, and the owner’s own has it', async () => {
  const archiveOf = async (person: Person) => {
    const response = await fetch(world.url + archivePath, { headers: { cookie: person.cookie } })
    return Buffer.concat(Object.values(unzipSync(new Uint8Array(await response.arrayBuffer())))).toString()
  }
  expect(await archiveOf(asha!)).toContain('Zquxcancel')
  const ofVet = await archiveOf(meera!)
  expect(ofVet).toContain(known.id)
  expect(ofVet).not.toContain('Zquxcancel')
})

test('a blocked owner isn’t notified about a freed slot they were waiting for', async () => {
  await meera!.call.messaging.block({ bookingId: known.id, isBlocked: false })
  const full = await makeVet(db, {
    userId: ravi!.userId,
    fullName: 'Ravi Rao',
    hours: [{ start: '10:00', end: '10:30' }],
  })
  const nila = await world.signUp('nila')
  await db.updateTable('users').set({ email_verified: true }).execute()
  const taken = await nila.call.veterinary.book({ vetId: full, slot: slot('10:00', '10:30') })
  const wait = { trade: 'veterinary' as const, providerId: full, day: '2026-11-05' }
  await asha!.call.booking.wait(wait)
  await db
    .insertInto('message_blocks')
    .values({
      blocker_id: ravi!.userId,
      blocked_id: asha!.userId,
      created_at: world.clock.now,
      blocked_name: 'asha',
      pet_names: '{}',
    })
    .execute()
  await nila.call.appointments.cancel({ id: taken.id })
  await deliver()
  expect(await bellOf(asha!)).not.toContain('free time')
  await db.deleteFrom('message_blocks').execute()
  const again = await nila.call.veterinary.book({ vetId: full, slot: slot('10:00', '10:30') })
  await nila.call.appointments.cancel({ id: again.id })
  await deliver()
  expect(await bellOf(asha!)).toContain('free time')
})

const mailsTo = async ({ email }: Person) =>
  (
    await sql<{ mail: string }>`
      select data ->> 'data' as mail from jobs.job where name = 'mail' and data -> 'data' ->> 'to' = ${email}`.execute(
      db,
    )
  ).rows
    .map(({ mail }) => mail)
    .join('\n')

test('a blocked owner’s new names and reasons never reach the vet', async () => {
  const [tara, kabir] = [await world.signUp('Tara'), await world.signUp('kabir')]
  await db.updateTable('users').set({ email_verified: true }).execute()
  const id = await makeVet(db, { userId: kabir.userId, fullName: 'Kabir Shah', teleconsultation: true })
  await vi.waitUntil(async () => (await kabir.call.accounts.me()).user?.records['veterinary_doctor'])
  const pet = await tara.call.pets.add({ name: 'Bruno', species: 'dog' })
  const [first, second, third] = await Promise.all(
    ['14:00', '15:00', '16:00'].map((time) =>
      tara.call.veterinary.book({
        vetId: id,
        slot: slot(time, time.replace(':00', ':30')),
        ...(time !== '16:00' && { petId: pet.id }),
      }),
    ),
  )
  for (const booked of [first, second, third]) await kabir.call.appointments.accept({ id: booked!.id })
  await tara.call.appointments.cancel({ id: third!.id, reason: 'Said before' })
  await deliver()
  expect(await bellOf(kabir)).toContain('Said before')
  world.clock.now = new Date(world.clock.now.getTime() + 60_000)
  await kabir.call.messaging.block({ bookingId: first!.id, isBlocked: true })
  const rude = 'Zquxnasty'
  await db.updateTable('users').set({ name: rude }).where('id', '=', tara.userId).execute()
  await db.updateTable('pets').set({ name: rude }).where('id', '=', pet.id).execute()
  await tara.call.appointments.cancel({ id: first!.id, reason: rude })
  world.clock.now = new Date(second!.endsAt.getTime() + 60_000)
  await world.app.jobs.runSweep('complete-ended-appointments', world.clock.now)
  await tara.call.ratings.rate({ id: second!.id, stars: 1, feedback: rude })
  await deliver()

  const { visits, history } = kabir.call.appointments
  const { rows } = await visits({ tab: 'past' })
  const lines = await Promise.all(rows.map(async (row) => (await history({ id: row.id })).rows))
  const readByVet = [
    await bellOf(kabir),
    await mailsTo(kabir),
    JSON.stringify([rows, lines]),
    JSON.stringify(await kabir.call.messaging.thread({ bookingId: second!.id })),
    JSON.stringify(await kabir.call.care.patients({})),
    JSON.stringify(await kabir.call.care.pet({ id: pet.id })),
    JSON.stringify(await kabir.call.appointments.visitPet({ id: second!.id })),
    await (
      await fetch(`${world.url}/calendar/${second!.id}.ics`, { headers: { cookie: kabir.cookie } })
    ).text(),
  ]
  for (const text of readByVet) expect(text).not.toContain(rude)
  expect(
    rows.map((row) => [row.owner.name, row.pets[0]?.name, row.closingReason, row.rating?.stars]),
  ).toEqual([
    ['Tara', undefined, 'Said before', undefined],
    ['Tara', 'Bruno', null, 1],
    ['Tara', 'Bruno', null, undefined],
  ])
  expect(await bellOf(kabir)).toMatch(/Tara cancelled Bruno’s visit on .*\.$/m)
  // Their words stay stored, and are shown again after unblocking.
  expect(await bellOf(tara)).toContain(rude)
  await kabir.call.messaging.block({ bookingId: first!.id, isBlocked: false })
  expect((await visits({ tab: 'past' })).rows.map(({ closingReason }) => closingReason)).toContain(rude)
})

test('an owner who has blocked a vet sees what happened, but not the vet’s reasons and answers', async () => {
  const [tara, kabir] = [await world.signUp('nila2'), await world.signUp('omar')]
  await db.updateTable('users').set({ email_verified: true }).execute()
  const id = await makeVet(db, { userId: kabir.userId, fullName: 'Omar Khan' })
  await vi.waitUntil(async () => (await kabir.call.accounts.me()).user?.records['veterinary_doctor'])
  const day = (await tara.call.booking.openDays({ trade: 'veterinary', providerId: id })).days.find(
    ({ state }) => state === 'available',
  )!.date
  const { slots } = await tara.call.booking.slots({ trade: 'veterinary', providerId: id, date: day })
  const [asked, seen] = await Promise.all(
    slots
      .slice(-2)
      .map(({ startTime, endTime }) =>
        tara.call.veterinary.book({ vetId: id, slot: { date: day, startTime, endTime } }),
      ),
  )
  await tara.call.messaging.block({ bookingId: asked!.id, isBlocked: true })
  const rude = 'Zquxvet'
  await kabir.call.appointments.decline({ id: asked!.id, reason: rude })
  await kabir.call.appointments.accept({ id: seen!.id })
  world.clock.now = seen!.endsAt
  await kabir.call.appointments.complete({ id: seen!.id })
  await tara.call.ratings.rate({ id: seen!.id, stars: 2 })
  const { rows: rated } = await kabir.call.appointments.visits({ tab: 'past' })
  await kabir.call.ratings.reply({ id: rated.find((row) => row.id === seen!.id)!.rating!.id, reply: rude })
  await deliver()
  const { appointments, history } = tara.call.appointments
  const { rows } = await appointments({ tab: 'past' })
  for (const text of [
    await bellOf(tara),
    await mailsTo(tara),
    JSON.stringify([rows, await history({ id: asked!.id })]),
  ])
    expect(text).not.toContain(rude)
  expect(rows.map(({ status }) => status).sort()).toEqual(['completed', 'declined'])
})
