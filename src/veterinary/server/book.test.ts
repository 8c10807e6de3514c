import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { roundTripsWith } from '#/kernel/testing/statements.ts'
import { addHoliday, addHours, makeVet } from './factory.ts'

const world = await openWorld()
const asha = await world.signUp('asha')
const ravi = await world.signUp('ravi')
const meera = await world.signUp('meera')
const vetId = await makeVet(world.db, { userId: meera.userId, fullName: 'Meera Iyer' })
const tuesday = '2026-11-03'
const slot = { date: tuesday, startTime: '10:00', endTime: '10:30' }

test('a day’s free slots are its half hours without booked ones', async () => {
  const before = await asha.call.booking.slots({ trade: 'veterinary', providerId: vetId, date: tuesday })
  expect(before.slots).toHaveLength(16)
  expect(before.slots[0]).toMatchObject({ startTime: '09:00', endTime: '09:30' })
  const booked = await asha.call.veterinary.book({ vetId, slot, reason: 'Limping' })
  expect(booked).toMatchObject({
    status: 'pending',
    date: tuesday,
    startTime: '10:00',
    endTime: '10:30',
    startsAt: new Date('2026-11-03T04:30:00Z'),
    isOnline: false,
  })
  const own = await asha.call.appointments.appointments({ tab: 'upcoming' })
  expect(own.rows.find(({ id }) => id === booked.id)).toMatchObject({
    reason: 'Limping',
    provider: { fullName: 'Meera Iyer' },
    pets: [],
  })
  // She has no phone number, whatever the request prefers.
  expect(await contactOf(booked.id)).toBe('email')
  const after = await asha.call.booking.slots({ trade: 'veterinary', providerId: vetId, date: tuesday })
  expect(after.slots.map(({ startTime }) => startTime)).not.toContain('10:00')
  expect(after.slots).toHaveLength(15)
})

test('an owner with a number is called, or written to if they prefer that', async () => {
  const zoya = await world.signUp('zoya')
  await zoya.call.owners.saveProfile({ fullName: 'Zoya', phoneNumber: '+91 98123 45678', city: 'Pune' })
  const at = (startTime: string, endTime: string) => ({ date: '2026-11-05', startTime, endTime })
  const called = await zoya.call.veterinary.book({ vetId, slot: at('10:00', '10:30') })
  const written = await zoya.call.veterinary.book({
    vetId,
    slot: at('11:00', '11:30'),
    preferredContact: 'email',
  })
  expect([await contactOf(called.id), await contactOf(written.id)]).toEqual(['phone', 'email'])
})

/** Returns how the vet is told to contact the owner. */
async function contactOf(id: string) {
  const { rows } = await meera.call.appointments.visits({ tab: 'requests' })
  const [fact] = rows.find((visit) => visit.id === id)!.facts
  return (
    fact && ({ 'Prefers a call': 'phone', 'Prefers email': 'email' } as Record<string, string>)[fact.text]
  )
}

test('a taken slot is refused with its code, and nothing is written', async () => {
  const before = await countRows()
  await expect(ravi.call.veterinary.book({ vetId, slot })).rejects.toMatchObject({
    code: 'booking.slot_taken',
    status: 409,
  })
  expect(await countRows()).toEqual(before)
})

test('times that aren’t slots are refused with their own errors', async () => {
  await addHoliday(world.db, vetId, '2026-11-12', '2026-11-13', 'Family wedding')
  await addHoliday(world.db, vetId, '2026-11-29', '2026-11-29', 'A Sunday')
  const refusals: [typeof slot, string][] = [
    [{ date: tuesday, startTime: '10:07', endTime: '10:37' }, 'booking.not_a_slot'],
    [{ date: tuesday, startTime: '11:00', endTime: '12:00' }, 'booking.not_a_slot'],
    [{ date: tuesday, startTime: '20:00', endTime: '20:30' }, 'booking.not_a_slot'],
    [{ date: '2026-11-08', startTime: '10:00', endTime: '10:30' }, 'booking.not_a_slot'],
    [{ date: '2026-11-12', startTime: '10:00', endTime: '10:30' }, 'booking.holiday'],
    [{ date: '2026-11-29', startTime: '10:00', endTime: '10:30' }, 'booking.holiday'],
    [{ date: '2026-10-31', startTime: '10:00', endTime: '10:30' }, 'booking.past'],
    [{ date: '2026-11-02', startTime: '09:00', endTime: '09:30' }, 'booking.too_soon'],
    [{ date: '2026-12-03', startTime: '10:00', endTime: '10:30' }, 'booking.outside_window'],
  ]
  for (const [choice, code] of refusals) {
    await expect(
      ravi.call.veterinary.book({ vetId, slot: choice }),
      JSON.stringify(choice),
    ).rejects.toMatchObject({
      code,
      status: 422,
    })
  }
})

test('today’s slots within the notice are too soon, and ones that have begun are past', async () => {
  const nine = world.clock.now
  world.clock.now = new Date(nine.getTime() + 60_000)
  for (const [startTime, endTime, code] of [
    ['09:00', '09:30', 'booking.past'],
    ['09:30', '10:00', 'booking.too_soon'],
    ['10:00', '10:30', 'booking.too_soon'],
  ] as const) {
    const choice = { date: '2026-11-02', startTime, endTime }
    await expect(ravi.call.veterinary.book({ vetId, slot: choice })).rejects.toMatchObject({ code })
  }
  world.clock.now = nine
})

test('a date with hours of its own replaces the weekly ones', async () => {
  await addHours(world.db, vetId, { date: '2026-11-15', start: '22:00', end: '24:00', slotMinutes: 60 })
  const { slots } = await asha.call.booking.slots({
    trade: 'veterinary',
    providerId: vetId,
    date: '2026-11-15',
  })
  expect(slots.map(({ startTime, endTime }) => `${startTime}-${endTime}`)).toEqual([
    '22:00-23:00',
    '23:00-24:00',
  ])
  const booked = await ravi.call.veterinary.book({
    vetId,
    slot: { date: '2026-11-15', startTime: '23:00', endTime: '24:00' },
  })
  expect(booked.endsAt).toEqual(new Date('2026-11-15T18:30:00Z'))
  expect(booked.endTime).toBe('24:00')
})

test('the calendar marks holidays, closed and open days of today to today + 30', async () => {
  const { days, timeZone } = await asha.call.booking.openDays({ trade: 'veterinary', providerId: vetId })
  expect(timeZone).toBe('Asia/Kolkata')
  expect(days).toHaveLength(31)
  expect(days[0]).toEqual({ date: '2026-11-02', state: 'available' })
  expect(days.find(({ date }) => date === '2026-11-12')?.state).toBe('holiday')
  expect(days.find(({ date }) => date === '2026-11-08')?.state).toBe('closed')
  // A Sunday within a holiday is part of it, although nobody would have worked.
  expect(days.find(({ date }) => date === '2026-11-29')?.state).toBe('holiday')
})

test('a repeated request under the same key is one booking, with the same answer', async () => {
  const request = { vetId, slot: { date: tuesday, startTime: '14:00', endTime: '14:30' } }
  const first = await asha.call.veterinary.book(request, { context: { key: 'the-same-key' } })
  const again = await asha.call.veterinary.book(request, { context: { key: 'the-same-key' } })
  expect(again).toEqual(first)
  await expect(
    asha.call.veterinary.book(
      { ...request, slot: { ...request.slot, startTime: '15:00', endTime: '15:30' } },
      { context: { key: 'the-same-key' } },
    ),
  ).rejects.toMatchObject({ code: 'request.key_reused', status: 422 })
})

test('keys are per user', async () => {
  const booked = await ravi.call.veterinary.book(
    { vetId, slot: { date: tuesday, startTime: '15:00', endTime: '15:30' } },
    { context: { key: 'the-same-key' } },
  )
  expect(booked.startTime).toBe('15:00')
})

test('someone else’s pet, an unlisted vet and an unknown vet can’t be booked', async () => {
  const free = { date: tuesday, startTime: '16:00', endTime: '16:30' }
  const petId = newId<'pet'>()
  await world.db
    .insertInto('pets')
    .values({ id: petId, owner_id: ravi.ownerId, name: 'Coco', species: 'dog' })
    .execute()
  await expect(asha.call.veterinary.book({ vetId, slot: free, petId })).rejects.toMatchObject({
    code: 'appointments.pet_not_found',
  })
  const kabir = await world.signUp('kabir')
  const unlisted = await makeVet(world.db, {
    userId: kabir.userId,
    fullName: 'Kabir Shah',
    verificationStatus: 'submitted',
  })
  for (const id of [unlisted, newId<'vet'>()]) {
    await expect(asha.call.veterinary.book({ vetId: id, slot: free })).rejects.toMatchObject({ status: 404 })
    await expect(
      asha.call.booking.slots({ trade: 'veterinary', providerId: id, date: tuesday }),
    ).rejects.toMatchObject({ status: 404 })
    await expect(asha.call.booking.openDays({ trade: 'veterinary', providerId: id })).rejects.toMatchObject({
      status: 404,
    })
    await expect(asha.call.veterinary.vet({ id })).rejects.toMatchObject({ status: 404 })
  }
})

test('a vet cannot book an hour with themselves', async () => {
  await expect(
    meera.call.veterinary.book({ vetId, slot: { date: tuesday, startTime: '16:00', endTime: '16:30' } }),
  ).rejects.toMatchObject({ code: 'appointments.own_calendar' })
})

test('a booking without an owner record is refused with its own code', async () => {
  const leela = await world.signUp('leela')
  await world.db.deleteFrom('pet_owners').where('user_id', '=', leela.userId).execute()
  await expect(
    leela.call.veterinary.book({ vetId, slot: { date: tuesday, startTime: '16:00', endTime: '16:30' } }),
  ).rejects.toMatchObject({ code: 'appointments.no_owner_profile', status: 403 })
})

test('at most five requests can be pending with one vet', async () => {
  const hana = await world.signUp('hana')
  for (const hour of ['09', '10', '11', '12', '13']) {
    await hana.call.veterinary.book({
      vetId,
      slot: { date: '2026-11-04', startTime: `${hour}:00`, endTime: `${hour}:30` },
    })
  }
  await expect(
    hana.call.veterinary.book({ vetId, slot: { date: '2026-11-04', startTime: '14:00', endTime: '14:30' } }),
  ).rejects.toMatchObject({ code: 'appointments.too_many_pending', status: 409 })
})

async function countRows() {
  const count = (table: 'appointments' | 'calendar_holds' | 'appointment_changes') =>
    world.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
  return [await count('appointments'), await count('calendar_holds'), await count('appointment_changes')]
}

test('a double click is one booking, and both clicks get its answer', async () => {
  const request = { vetId, slot: { date: '2026-11-05', startTime: '09:00', endTime: '09:30' } }
  const options = { context: { key: 'clicked-twice' } }
  const [first, second] = await Promise.all([
    ravi.call.veterinary.book(request, options),
    ravi.call.veterinary.book(request, options),
  ])
  expect(second).toEqual(first)
  expect(first.startsAt).toBeInstanceOf(Date)
})

test('writes without other protection happen once under one key, too', async () => {
  const options = { context: { key: 'one-pet-only' } }
  const added = await Promise.all(
    Array.from({ length: 8 }, () => ravi.call.pets.add({ name: 'Tiger', species: 'dog' }, options)),
  )
  expect(new Set(added.map(({ id }) => id)).size).toBe(1)
  expect((await ravi.call.pets.list({})).rows.filter(({ name }) => name === 'Tiger')).toHaveLength(1)
})

test('a key that is no key is refused, not ignored', async () => {
  await expect(
    ravi.call.accounts.chooseRole({ role: 'pet_owner' }, { context: { key: 'no key' } }),
  ).rejects.toMatchObject({ code: 'request.malformed', status: 400 })
})

test('a booking takes two round trips to the database: one to look under the locks, one to write', async () => {
  const ines = await world.signUp('ines')
  const day = (date: string) => ({ date, startTime: '14:00', endTime: '14:30' })
  // The first booking on a connection also sends its statements' texts, so it isn't measured.
  await ines.call.veterinary.book({ vetId, slot: day('2026-11-10') })
  const trips = await roundTripsWith('insert into "calendar_holds"', () =>
    ines.call.veterinary.book({ vetId, slot: day('2026-11-11') }, { context: { key: 'two-round-trips' } }),
  )
  expect(trips).toBe(2)
})

test('a time that someone takes past the lock is refused by the database, in the same words', async () => {
  const jai = await world.signUp('jai')
  const taken = { date: '2026-11-17', startTime: '15:00', endTime: '15:30' }
  const hold = sql`insert into calendar_holds (id, provider_user_id, during) values (${newId()}, ${meera.userId},
    tstzrange('2026-11-17 09:30Z', '2026-11-17 10:00Z'))`
  const waits = sql<{ waits: boolean }>`select exists (
    select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()) as waits`
  const booking = await world.db.transaction().execute(async (tx) => {
    await hold.execute(tx)
    const answer = jai.call.veterinary.book({ vetId, slot: taken }).catch((error: unknown) => error)
    await vi.waitFor(async () => expect((await waits.execute(world.db)).rows).toEqual([{ waits: true }]))
    return { answer }
  })
  expect(await booking.answer).toMatchObject({ code: 'booking.slot_taken' })
  const { rows } = await jai.call.appointments.appointments({ tab: 'upcoming' })
  expect(rows.map(({ date }) => date)).not.toContain(taken.date)
})
