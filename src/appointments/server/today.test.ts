import { expect, test, vi } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import type { AppointmentStatus } from '#/appointments/rules.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const asha = await world.signUp('asha')

async function signUpVet(name: string, timeZone = 'Asia/Kolkata') {
  const person = await world.signUp(name)
  const vetId = await makeVet(world.db, { userId: person.userId, fullName: name, timeZone })
  await vi.waitUntil(async () => (await person.call.accounts.me()).user?.records['veterinary_doctor'])
  const make = (startsAt: string, status: AppointmentStatus = 'confirmed') =>
    makeAppointment(world.db, { ownerId: asha.ownerId, vetId, startsAt: new Date(startsAt), status })
  const today = async () => {
    const { rows, ...day } = await person.call.appointments.today()
    return { ...day, ids: rows.map(({ id }) => id) }
  }
  return { ...person, make, today }
}

test('today is the day on the vet’s own calendar, from midnight to midnight there', async () => {
  const meera = await signUpVet('meera')
  const first = await meera.make('2026-11-01T18:30:00Z', 'completed')
  await meera.make('2026-11-01T18:00:00Z', 'completed')
  const last = await meera.make('2026-11-02T18:00:00Z')
  await meera.make('2026-11-02T18:30:00Z')
  expect(await meera.today()).toEqual({ date: '2026-11-02', timeZone: 'Asia/Kolkata', ids: [first, last] })

  // At this very moment it is still Sunday, the first, in New York.
  const kabir = await signUpVet('kabir', 'America/New_York')
  const sunday = await kabir.make('2026-11-01T20:00:00Z', 'completed')
  await kabir.make('2026-11-02T15:00:00Z')
  expect(await kabir.today()).toEqual({ date: '2026-11-01', timeZone: 'America/New_York', ids: [sunday] })
})

test('the schedule lists confirmed visits in order, past or not, without requests and cancelled ones', async () => {
  const noor = await signUpVet('noor')
  const late = await noor.make('2026-11-02T09:00:00Z')
  const noShow = await noor.make('2026-11-02T04:30:00Z', 'no_show')
  const done = await noor.make('2026-11-02T03:00:00Z', 'completed')
  for (const [index, status] of (['pending', 'declined', 'expired', 'cancelled'] as const).entries())
    await noor.make(`2026-11-02T1${index}:00:00Z`, status)
  expect((await noor.today()).ids).toEqual([done, noShow, late])
  const { rows } = await noor.call.appointments.today()
  expect(rows.at(-1)).toMatchObject({ owner: { name: 'asha', email: asha.email }, startTime: '14:30' })
})

test('a day without visits is empty, and nobody sees another vet’s schedule', async () => {
  const isha = await signUpVet('isha')
  expect(await isha.today()).toEqual({ date: '2026-11-02', timeZone: 'Asia/Kolkata', ids: [] })
  await expect(asha.call.appointments.today()).rejects.toMatchObject({ code: 'request.forbidden' })
})
