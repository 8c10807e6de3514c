import { expect, test } from 'vitest'
import type { AccountClosing } from '#/accounts/events.ts'
import { mondayMorning, openWorld } from '#/app/testing/world.ts'
import { DAY } from '#/kernel/duration.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeSitter } from './sitter.factory.ts'

/** Days of one request; the two sides settle the money themselves. */
const world = await openWorld({ SITTING_PAYMENTS: 'off' })
const { db, clock } = world
const asha = await world.signUp('asha')
const om = await world.signUp('om')
const omId = await makeSitter(db, { userId: om.userId, fullName: 'Om Prakash' })
const bruno = await makePet(db, { ownerId: asha.ownerId, name: 'Bruno' })

const daysLater = (days: number) => new Date(mondayMorning.getTime() + days * DAY)

/** Makes accepted day care on these days. Returns its appointments in order. */
async function dayCare(startDate: string, endDate: string | null) {
  const { requests } = await asha.call.sitting.request({
    service: 'day-care',
    startDate,
    endDate,
    sitters: [{ id: omId }],
    petIds: [bruno.id],
    emergencyName: 'Kavya Verma',
    emergencyPhone: '+919810012345',
    getsAlong: true,
  })
  await om.call.appointments.accept({ id: requests[0]!.id })
  const { rows } = await asha.call.appointments.appointments({ tab: 'upcoming' })
  return rows.filter(({ date }) => date >= startDate && date <= (endDate ?? startDate))
}

async function complete(days: number) {
  clock.now = daysLater(days)
  await world.app.jobs.runSweep('complete-ended-appointments', clock.now)
}

const past = async () => (await asha.call.appointments.appointments({ tab: 'past' })).rows

test('a request is rated once, also when two of its days are rated at once, and its other days say so', async () => {
  const days = await dayCare('2026-11-03', '2026-11-05')
  expect(days).toHaveLength(3)
  expect(days[0]).toMatchObject({ payment: null, isPaidHere: false })
  await complete(4)
  const answers = await Promise.allSettled(
    days.map(({ id }, index) => asha.call.ratings.rate({ id, stars: 3 + index })),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const answer of answers)
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'ratings.series_rated' })
  const rated = (await past()).map((one) => [one.status, one.rated, one.seriesRated])
  expect(rated.toSorted()).toEqual([
    ['completed', false, true],
    ['completed', false, true],
    ['completed', true, true],
  ])
  const won = answers.findIndex(({ status }) => status === 'fulfilled')
  await asha.call.ratings.rate({ id: days[won]!.id, stars: 1 })
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('a sitter’s late cancellations get one note, beside the rating of the days that took place', async () => {
  clock.now = daysLater(7)
  const [first, second, third, later] = await dayCare('2026-11-10', '2026-11-15')
  for (const one of [second, third]) await om.call.appointments.cancel({ id: one!.id })
  clock.now = daysLater(8.5)
  const note = (id: string) => asha.call.ratings.rate({ id, feedback: 'Called off on the day before.' })
  await note(second!.id)
  await expect(note(third!.id)).rejects.toMatchObject({ code: 'ratings.series_rated' })
  await complete(9)
  await asha.call.ratings.rate({ id: first!.id, stars: 4 })
  const { rows } = await asha.call.ratings.reviews({ id: omId })
  expect(rows.map(({ stars }) => stars)).toEqual([4, null, 1])
  expect(later!.startsAt.getTime()).toBeGreaterThan(clock.now.getTime())
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('a single day has its own rating, and a note only if the sitter cancelled less than 72 hours before', async () => {
  clock.now = daysLater(14)
  const [early] = await dayCare('2026-11-20', null)
  const [late] = await dayCare('2026-11-17', null)
  for (const one of [early, late]) await om.call.appointments.cancel({ id: one!.id })
  const note = (id: string) => asha.call.ratings.rate({ id, feedback: 'At short notice.' })
  await expect(note(early!.id)).rejects.toMatchObject({ code: 'ratings.not_rateable' })
  await note(late!.id)
})

test('notices and reminders of a stay name both its ends', async () => {
  clock.now = daysLater(21)
  const { requests } = await asha.call.sitting.request({
    service: 'hostel-checkin',
    startDate: '2026-11-26',
    endDate: '2026-11-30',
    startTime: '10:00',
    endTime: '17:00',
    sitters: [{ id: omId }],
    petIds: [bruno.id],
    emergencyName: 'Kavya Verma',
    emergencyPhone: '+919810012345',
    getsAlong: true,
  })
  const ends = 'from Thu, 26 Nov 2026, 10:00 to Mon, 30 Nov 2026, 17:00'
  const told = async (person: typeof asha) => {
    await world.app.jobs.deliverEvents(clock.now)
    return (await person.call.notifications.list({})).rows[0]!.message
  }
  expect(await told(om)).toContain(`would like a stay for Bruno ${ends}`)
  await om.call.appointments.accept({ id: requests[0]!.id })
  expect(await told(asha)).toContain(`expects you with Bruno ${ends}`)
  clock.now = daysLater(22.1)
  await world.app.jobs.runSweep('remind-of-appointments', clock.now)
  for (const person of [asha, om]) expect(await told(person)).toContain(`is ${ends}`)
})

test('an owner who leaves during a visit that began early still cancels the other days', async () => {
  clock.now = mondayMorning
  const ravi = await world.signUp('ravi')
  const rani = await makePet(db, { ownerId: ravi.ownerId, name: 'Rani' })
  const { requests } = await ravi.call.sitting.request({
    service: 'day-care',
    startDate: '2027-01-05',
    endDate: '2027-01-06',
    sitters: [{ id: omId }],
    petIds: [rani.id],
    emergencyName: 'Kavya Verma',
    emergencyPhone: '+919810012345',
    getsAlong: true,
  })
  await om.call.appointments.accept({ id: requests[0]!.id })
  await world.app.jobs.deliverEvents(clock.now)
  const { id } = requests[0]!
  await db.updateTable('appointments').set({ started_at: clock.now }).where('id', '=', id).execute()
  await world.app.jobs.announceIn(db)<AccountClosing>('accounts.closing', { userId: ravi.userId })
  await world.app.jobs.deliverEvents(clock.now)
  const rows = await db
    .selectFrom('appointments')
    .select('status')
    .where('pet_owner_id', '=', ravi.ownerId)
    .orderBy('starts_at')
    .execute()
  expect(rows.map(({ status }) => status)).toEqual(['confirmed', 'cancelled'])
})
