import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import type { AppointmentStatus } from '#/appointments/rules.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const asha = await world.signUp('asha')
const ravi = await world.signUp('ravi')
const meera = await world.signUp('meera')
const vetId = await makeVet(world.db, { userId: meera.userId, fullName: 'Meera Iyer' })
const { ownerId } = asha
const bruno = await makePet(world.db, { ownerId, name: 'Bruno' })
const at = (clock: string) => `2026-11-05T${clock}:00Z`

const book = (clock: string, status: AppointmentStatus) =>
  makeAppointment(world.db, { ownerId, vetId, startsAt: new Date(at(clock)), status, petId: bruno.id })
const clashAmong = async (times: string[], person = asha) =>
  (await person.call.appointments.petClash({ petId: bruno.id, times })).clash
const clash = (from: string, to: string, person = asha) => clashAmong([`${at(from)}/${at(to)}`], person)

test('a pet’s overlapping appointment is named, and one that only touches the slot isn’t', async () => {
  await book('05:00', 'confirmed')
  const visit = {
    petName: 'Bruno',
    with: 'Dr. Meera Iyer',
    startsAt: new Date(at('05:00')),
    timeZone: 'Asia/Kolkata',
  }
  expect(await clash('05:00', '05:30')).toEqual(visit)
  expect(await clash('05:15', '06:00')).toEqual(visit)
  expect(await clash('04:30', '05:00')).toBeNull()
  expect(await clash('05:30', '06:00')).toBeNull()
})

test('of a plan’s days, the last of 31 is looked at like the first, and nothing beyond its hours', async () => {
  const days = Array.from({ length: 31 }, (_, index) => `2026-12-${String(index + 1).padStart(2, '0')}`)
  const walks = days.map((day) => `${day}T03:00:00Z/${day}T04:00:00Z`)
  expect(await clashAmong(walks)).toBeNull()
  const visitAt = (startsAt: string) =>
    makeAppointment(world.db, {
      ownerId,
      vetId,
      startsAt: new Date(startsAt),
      status: 'confirmed',
      petId: bruno.id,
    })
  await visitAt('2026-12-20T05:00:00Z')
  expect(await clashAmong(walks)).toBeNull()
  await visitAt('2026-12-31T03:30:00Z')
  expect(await clashAmong(walks)).toMatchObject({ startsAt: new Date('2026-12-31T03:30:00Z') })
  await visitAt('2026-12-08T03:30:00Z')
  expect(await clashAmong(walks)).toMatchObject({ startsAt: new Date('2026-12-08T03:30:00Z') })
})

test('more times than a plan has days, none, or no times at all are malformed', async () => {
  const walk = `${at('03:00')}/${at('04:00')}`
  for (const times of [[], [at('03:00')], ['soon/later'], Array.from({ length: 32 }, () => walk)])
    await expect(clashAmong(times)).rejects.toMatchObject({ code: 'request.malformed' })
})

test('pending requests count as overlapping, ended appointments don’t', async () => {
  await book('07:00', 'pending')
  for (const status of ['cancelled', 'declined', 'expired'] as const) await book('08:00', status)
  expect(await clash('07:00', '07:30')).not.toBeNull()
  expect(await clash('08:00', '08:30')).toBeNull()
})

test('nothing is revealed about another owner’s pet', async () => {
  await expect(clash('05:00', '05:30', ravi)).rejects.toMatchObject({ code: 'request.not_found' })
})

test('it warns and never blocks: the pet is booked all the same', async () => {
  const kabir = await world.signUp('kabir')
  const other = await makeVet(world.db, { userId: kabir.userId, fullName: 'Kabir Shah' })
  const slot = { date: '2026-11-05', startTime: '10:30', endTime: '11:00' }
  expect(await clash('05:00', '05:30')).not.toBeNull()
  const booked = await asha.call.veterinary.book({ vetId: other, slot, petId: bruno.id })
  const own = await asha.call.appointments.appointments({ tab: 'upcoming' })
  expect(own.rows.find(({ id }) => id === booked.id)).toMatchObject({
    status: 'pending',
    pets: [{ name: 'Bruno' }],
  })
})

test('what is booked with the provider who is asked isn’t named as somebody else’s', async () => {
  const times = [`${at('05:00')}/${at('05:30')}`]
  const look = (exceptProviderId: string) =>
    asha.call.appointments.petClash({ petId: bruno.id, times, exceptProviderId })
  expect((await look(vetId)).clash?.with).not.toBe('Dr. Meera Iyer')
  expect((await look(crypto.randomUUID())).clash).toMatchObject({ with: 'Dr. Meera Iyer' })
})
