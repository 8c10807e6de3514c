import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { makeMethod } from '#/payments/server/factory.ts'
import { makePet } from '#/pets/server/factory.ts'
import { archivePath } from '#/privacy/rules.ts'
import { eraseThoseWhoLeft } from '#/privacy/server/sweeps.ts'
import { makeStylist } from '#/styling/server/styling.factory.ts'
import { makeTrainer } from '#/training/server/training.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const { db } = world
const asha = await world.signUp('asha')
const pooja = await world.signUp('pooja')
const tenzin = await world.signUp('tenzin')
const meera = await world.signUp('meera')
const stylistId = await makeStylist(db, {
  userId: pooja.userId,
  fullName: 'Pooja Salvi',
  location: 'Andheri East, Mumbai',
  comesToOwner: true,
})
const trainerId = await makeTrainer(db, {
  userId: tenzin.userId,
  fullName: 'Tenzin Dolma',
  location: 'Hauz Khas, New Delhi',
  comesToOwner: true,
  offersOnline: true,
})
await makeVet(db, { userId: meera.userId, fullName: 'Meera Iyer' })
await vi.waitUntil(async () => (await tenzin.call.accounts.me()).user?.records['pet_trainer'])
await vi.waitUntil(async () => (await pooja.call.accounts.me()).user?.records['pet_stylist'])
const { id: bruno } = await makePet(db, { ownerId: asha.ownerId, name: 'Bruno' })
const address = '7 Palm Street\nHauz Khas'
const at = (startTime: string, endTime: string, date = '2026-11-05') => ({ date, startTime, endTime })

const train = (slot: ReturnType<typeof at>, more = {}, by = asha) =>
  by.call.training.book({ trainerId, slot, sessionType: 'House Training', ...more })
const style = (slot: ReturnType<typeof at>, more = {}) =>
  asha.call.styling.book({ stylistId, slot, pets: [{ petId: bruno, service: 'Nail Trimming' }], ...more })

async function visitOf(provider: Person, id: string) {
  for (const tab of ['upcoming', 'past'] as const) {
    const { rows } = await provider.call.appointments.visits({ tab })
    const found = rows.find((row) => row.id === id)
    if (found) return found
  }
  throw new Error('The provider has no such appointment')
}
async function ownOf(id: string, tab: 'upcoming' | 'past' = 'upcoming') {
  const { rows } = await asha.call.appointments.appointments({ tab })
  return rows.find((row) => row.id === id)!
}
async function deliver() {
  while ((await world.app.jobs.deliverEvents(world.clock.now)) > 0);
}

test('providers who come to the owner are found by the area they serve, and their cards say so', async () => {
  const { rows: stylists } = await asha.call.styling.stylists({ location: 'mumbai' })
  expect(stylists).toMatchObject([{ id: stylistId, comesToOwner: true }])
  const { rows: trainers } = await asha.call.training.trainers({ location: 'new delhi' })
  expect(trainers).toMatchObject([{ id: trainerId, comesToOwner: true, offersInPerson: true }])
})

test('an appointment at home requires an address; other providers refuse one, and online appointments drop it', async () => {
  const needed = { code: 'appointments.address_needed' }
  await expect(train(at('10:00', '11:00'))).rejects.toMatchObject(needed)
  await expect(train(at('10:00', '11:00'), { address: ' \u200b\n ' })).rejects.toMatchObject(needed)
  await expect(style(at('10:00', '11:00'))).rejects.toMatchObject(needed)

  const { userId } = await world.signUp('om')
  const still = await makeTrainer(db, { userId, offersOnline: true, hourlyRate: 80_000 })
  await expect(train(at('10:00', '11:00'), { trainerId: still, address })).rejects.toMatchObject({
    code: 'appointments.place_changed',
  })
  await db.updateTable('pet_trainers').set({ hourly_rate: null }).where('id', '=', still).execute()

  const booked = await train(at('10:00', '11:00'), { address: ` ${address}\u0000 ` })
  const online = await train(at('12:00', '13:00'), {
    address,
    appointmentType: 'online_training',
    contactMethod: 'google_meet',
    contactLink: 'https://meet.google.com/abc-defg-hij',
    disclaimerAccepted: true,
    paymentMethodId: await makeMethod(db, asha.userId),
  })
  expect((await ownOf(booked.id)).address).toBe(address)
  expect((await ownOf(online.id)).address).toBeNull()
})

test('owner and provider see the address, also after a reschedule; after a cancellation only the owner does', async () => {
  const { id } = await style(at('13:00', '14:00'), { address })
  expect((await ownOf(id)).address).toBe(address)
  expect((await visitOf(pooja, id)).address).toBe(address)
  for (const other of [tenzin, meera]) {
    const { rows } = await other.call.appointments.visits({ tab: 'upcoming' })
    expect(rows.map((row) => row.id)).not.toContain(id)
  }

  await asha.call.appointments.reschedule({ id, slot: at('15:00', '16:00') })
  expect((await visitOf(pooja, id)).address).toBe(address)

  const held = async (person: Person, file: string) => {
    const response = await fetch(world.url + archivePath, { headers: { cookie: person.cookie } })
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
    const rows = JSON.parse(strFromU8(files[`records/${file}.json`]!)) as { id: string; address: unknown }[]
    return rows.find((row) => row.id === id)?.address ?? null
  }
  // Archives are made by the database's clock.
  const ends = (days: number) =>
    sql`
      update appointments set starts_at = now() + make_interval(days => ${days}) - interval '1 hour', ends_at = now() + make_interval(days => ${days})
       where id = ${id}`.execute(db)
  await ends(-13)
  expect(await held(pooja, 'appointments_as_provider')).toBe(address)
  await ends(-15)
  expect(await held(pooja, 'appointments_as_provider')).toBeNull()
  await ends(2)
  await asha.call.appointments.cancel({ id })
  expect((await visitOf(pooja, id)).address).toBeNull()
  expect((await ownOf(id, 'past')).address).toBe(address)
  expect(await held(asha, 'appointments')).toBe(address)
  expect(await held(pooja, 'appointments_as_provider')).toBeNull()
})

test('notices, reminders and calendars say whose home it is, without the address', async () => {
  const { id } = await style(at('10:00', '11:00', '2026-11-06'), { address })
  await deliver()
  const newest = async (person: Person, type: 'appointment_confirmed' | 'appointment_reminder') =>
    (await person.call.notifications.list({ type })).rows.find(({ message }) => message.includes('styling'))!
      .message
  expect(await newest(asha, 'appointment_confirmed')).toMatch(
    /^Pooja Salvi will come to your home for Bruno’s styling appointment on /,
  )
  expect(await newest(pooja, 'appointment_confirmed')).toMatch(
    /It’s at their home\. You’ll find the address under Appointments\.$/,
  )
  const begin = world.clock.now
  world.clock.now = new Date('2026-11-05T04:30:00Z')
  await world.app.jobs.runSweep('remind-of-appointments', world.clock.now)
  expect(await newest(asha, 'appointment_reminder')).toMatch(/The stylist will come to your home\.$/)
  expect(await newest(pooja, 'appointment_reminder')).toMatch(/It’s at their home/)
  world.clock.now = begin

  const file = async (person: Person) => {
    const response = await fetch(`${world.url}/calendar/${id}.ics`, { headers: { cookie: person.cookie } })
    return (await response.text()).replaceAll('\r\n ', '')
  }
  expect(await file(asha)).toContain('LOCATION:Your home')
  expect(await file(pooja)).toContain('LOCATION:The owner’s home')
  expect(await file(pooja)).not.toContain('Palm Street')
})

test('an erased owner’s address is gone', async () => {
  const zoya = await world.signUp('zoya')
  const { id } = await train(at('15:00', '16:00', '2026-11-06'), { address: '99 Zquxroad' }, zoya)
  const begin = world.clock.now
  world.clock.now = new Date('2026-11-06T12:00:00Z')
  await world.app.jobs.runSweep('complete-ended-appointments', world.clock.now)
  expect(await visitOf(tenzin, id)).toMatchObject({ status: 'completed', address: '99 Zquxroad' })
  await zoya.call.privacy.leave({ confirmed: true })
  world.clock.now = new Date('2026-11-20T12:00:00Z')
  await world.app.jobs.runSweep(eraseThoseWhoLeft.name, world.clock.now)
  const row = await db.selectFrom('appointments').select('address').where('id', '=', id).executeTakeFirst()
  expect(row?.address).toBe('-')
  world.clock.now = new Date('2026-11-07T12:00:00Z')
  expect((await visitOf(tenzin, id)).address).toBeNull()
  world.clock.now = begin
})

test('a provider sees the address until 14 days after the appointment', async () => {
  const { id } = await style(at('10:00', '11:00', '2026-11-09'), { address })
  const begin = world.clock.now
  const seenAt = async (moment: string) => {
    world.clock.now = new Date(moment)
    return (await visitOf(pooja, id)).address
  }
  world.clock.now = new Date('2026-11-09T12:00:00Z')
  await world.app.jobs.runSweep('complete-ended-appointments', world.clock.now)
  expect(await seenAt('2026-11-23T05:00:00Z')).toBe(address)
  expect(await seenAt('2026-11-23T06:00:00Z')).toBeNull()
  expect((await ownOf(id, 'past')).address).toBe(address)
  world.clock.now = begin
})
