import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Person } from '#/app/testing/people.ts'
import { mondayMorning, openWorld } from '#/app/testing/world.ts'
import { DAY } from '#/kernel/duration.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeSitter } from './sitter.factory.ts'

/** Weekly walks on Tuesdays and Fridays at 7:00 in India; `mondayMorning` is the day before the first. */
const world = await openWorld({ SITTING_PAYMENTS: 'off', DATABASE_POOL: '20' })
const { db, clock } = world
const asha = await world.signUp('asha')
const ravi = await world.signUp('ravi')
const bruno = await makePet(db, { ownerId: asha.ownerId, name: 'Bruno' })
const rani = await makePet(db, { ownerId: ravi.ownerId, name: 'Rani' })
const houses = await Promise.all(
  ['om', 'tara', 'uma', 'veda', 'kiran', 'jaya'].map(async (name) => {
    const person = await world.signUp(name)
    const rest = { fullName: 'Om Prakash', maxPets: 1 }
    return { person, id: await makeSitter(db, { userId: person.userId, ...rest }) }
  }),
)

const walk = {
  service: 'dog-walking' as const,
  startTime: '07:00',
  endTime: '08:00',
  getsAlong: true as const,
  emergencyName: 'Kavya Verma',
  emergencyPhone: '+919810012345',
}

async function weeklyWalks({ person, id }: (typeof houses)[number]) {
  clock.now = mondayMorning
  const { requests } = await asha.call.sitting.request({
    ...walk,
    schedule: 'repeat-weekly',
    daysOfWeek: ['tuesday', 'friday'],
    startDate: '2026-11-03',
    endDate: null,
    sitters: [{ id }],
    petIds: [bruno.id],
  })
  await person.call.appointments.accept({ id: requests[0]!.id })
  await world.app.jobs.deliverEvents(clock.now)
  const { request_id: requestId } = await db
    .selectFrom('sitting_details')
    .select('request_id')
    .where('appointment_id', '=', requests[0]!.id)
    .executeTakeFirstOrThrow()
  return { requestId, days: await openDays(requestId) }
}

const openRows = async (requestId: string) =>
  (await asha.call.appointments.appointments({ tab: 'upcoming', series: requestId })).rows
const openDays = async (requestId: string) => (await openRows(requestId)).map(({ date }) => date)

async function told(person: Person) {
  await world.app.jobs.deliverEvents(clock.now)
  return (await person.call.notifications.list({})).rows
}

test('a pause and its early end are one notice each, and both cards say who paused and what is left out', async () => {
  const [house] = houses
  const { person: om, id } = house!
  const { requestId, days } = await weeklyWalks(house!)
  expect(days).toHaveLength(8)
  const before = { asha: (await told(asha)).length, om: (await told(om)).length }
  const range = { startDate: '2026-11-03', endDate: '2026-11-13' }
  expect(await asha.call.sitting.pause({ requestId, ...range })).toEqual({ cancelled: 4 })
  const cancelled = '4 upcoming days were cancelled, from Tue, 3 Nov 2026 to Fri, 13 Nov 2026.'
  const paused = 'paused Bruno’s weekly walks'
  const when = 'from Tue, 3 Nov 2026 to Fri, 13 Nov 2026.'
  expect((await told(asha)).length).toBe(before.asha + 1)
  expect((await told(asha))[0]).toMatchObject({
    title: 'Weekly walks paused',
    message: `You ${paused} with Om Prakash ${when} ${cancelled}`,
  })
  expect((await told(om)).length).toBe(before.om + 1)
  expect((await told(om))[0]!.message).toBe(`asha ${paused} ${when} ${cancelled}`)
  const seriesOf = async () => [
    (await openRows(requestId))[0]!.series!,
    (await om.call.appointments.visits({ tab: 'upcoming' })).rows[0]!.series!,
  ]
  for (const series of await seriesOf())
    expect(series).toMatchObject({ pauses: [{ ...range, by: 'owner' }], gaps: [] })
  const [{ pauses }] = (await seriesOf()) as [Awaited<ReturnType<typeof seriesOf>>[number]]
  const resume = { requestId, pauseId: pauses[0]!.id }
  await expect(om.call.sitting.resume(resume)).rejects.toMatchObject({ code: 'sitting.not_your_pause' })
  await expect(ravi.call.sitting.resume(resume)).rejects.toMatchObject({ code: 'request.not_found' })

  // Somebody else takes the sitter's only place on Tuesday.
  const other = await ravi.call.sitting.request({
    ...walk,
    startDate: '2026-11-10',
    endDate: null,
    sitters: [{ id }],
    petIds: [rani.id],
  })
  await om.call.appointments.accept({ id: other.requests[0]!.id })
  const left = [
    { day: '2026-11-03', reason: 'soon' },
    { day: '2026-11-10', reason: 'full' },
  ]
  expect(await asha.call.sitting.resume(resume)).toEqual({ made: ['2026-11-06', '2026-11-13'], left })
  expect(await openDays(requestId)).toEqual(
    days.filter((day) => day !== '2026-11-03' && day !== '2026-11-10'),
  )
  expect((await told(asha))[0]).toMatchObject({
    title: 'Weekly walks resumed',
    message:
      'You resumed Bruno’s weekly walks with Om Prakash. Booked again: Fri, 6 Nov 2026 and Fri, 13 Nov 2026. ' +
      'Om Prakash has no room on Tue, 10 Nov 2026. Tue, 3 Nov 2026 stays off, because it begins in less than 24 hours.',
  })
  expect((await told(om))[0]!.message).toContain('You have no room on Tue, 10 Nov 2026.')
  expect((await told(asha)).length).toBe(before.asha + 2)
  for (const series of await seriesOf())
    expect(series).toMatchObject({
      pauses: [],
      gaps: [
        { day: '2026-11-03', reason: 'paused' },
        { day: '2026-11-10', reason: 'full' },
      ],
    })
  await expect(asha.call.sitting.resume(resume)).rejects.toMatchObject({ code: 'sitting.not_paused' })
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('an early end makes neither days that were cancelled alone nor those that another pause covers', async () => {
  const house = houses[1]!
  const { requestId, days } = await weeklyWalks(house)
  const rows = await openRows(requestId)
  await asha.call.appointments.cancel({ id: rows[2]!.id })
  await asha.call.sitting.pause({ requestId, startDate: '2026-11-06', endDate: '2026-11-17' })
  await house.person.call.sitting.pause({ requestId, startDate: '2026-11-13', endDate: '2026-11-13' })
  const pauses = async () => (await openRows(requestId))[0]!.series!.pauses
  const [first, second] = await pauses()
  const resumed = await asha.call.sitting.resume({ requestId, pauseId: first!.id })
  expect(resumed).toEqual({ made: ['2026-11-06', '2026-11-17'], left: [] })
  expect(await house.person.call.sitting.resume({ requestId, pauseId: second!.id })).toEqual({
    made: ['2026-11-13'],
    left: [],
  })
  expect(await openDays(requestId)).toEqual(days.filter((day) => day !== '2026-11-10'))
  expect(await pauses()).toEqual([])
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('a pause of days that the same side has already paused is refused, also when two race', async () => {
  const house = houses[4]!
  const { requestId } = await weeklyWalks(house)
  const pause = (startDate: string, endDate: string, by = asha) =>
    by.call.sitting.pause({ requestId, startDate, endDate })
  const twice = await Promise.allSettled([1, 2].map(() => pause('2026-11-06', '2026-11-10')))
  expect(twice.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(twice.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'sitting.paused_already' },
  })
  await pause('2026-11-11', '2026-11-13')
  // Two pauses together cover it.
  await expect(pause('2026-11-09', '2026-11-12')).rejects.toMatchObject({ code: 'sitting.paused_already' })
  await pause('2026-11-12', '2026-11-14')
  // The other side's pause stays when the first ends.
  await pause('2026-11-06', '2026-11-10', house.person)
})

test('days that the weekly sweep left out for a pause are made when it ends early', async () => {
  const house = houses[2]!
  const { requestId } = await weeklyWalks(house)
  await house.person.call.sitting.pause({ requestId, startDate: '2026-12-01', endDate: '2026-12-08' })
  expect((await told(asha))[0]).toMatchObject({ type: 'sitting_changed', title: 'Weekly walks paused' })
  clock.now = new Date(mondayMorning.getTime() + 14 * DAY)
  await world.app.jobs.runSweep('extend-sitting-repeats', clock.now)
  expect((await openDays(requestId)).slice(-2)).toEqual(['2026-11-27', '2026-12-11'])
  const [row] = await openRows(requestId)
  await house.person.call.sitting.resume({ requestId, pauseId: row!.series!.pauses[0]!.id })
  expect((await openDays(requestId)).slice(-4)).toEqual([
    '2026-12-01',
    '2026-12-04',
    '2026-12-08',
    '2026-12-11',
  ])
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('of early ends that race each other, a new pause and the sweep, one makes the days, and none on paused days', async () => {
  const house = houses[3]!
  const { requestId, days } = await weeklyWalks(house)
  for (let round = 0; round < 4; round++) {
    await asha.call.sitting.pause({ requestId, startDate: '2026-11-06', endDate: '2026-11-20' })
    const rows = await openRows(requestId)
    const mine = rows[0]!.series!.pauses.find(({ by }) => by === 'owner')!
    const answers = await Promise.allSettled([
      asha.call.sitting.resume({ requestId, pauseId: mine.id }),
      asha.call.sitting.resume({ requestId, pauseId: mine.id }),
      house.person.call.sitting.pause({ requestId, startDate: '2026-11-10', endDate: '2026-11-13' }),
      world.app.jobs.runSweep('extend-sitting-repeats', clock.now),
    ])
    const resumes = answers.slice(0, 2)
    expect(resumes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const answer of resumes)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'sitting.not_paused' })
    expect(await openDays(requestId)).toEqual(
      days.filter((day) => day !== '2026-11-10' && day !== '2026-11-13'),
    )
    const theirs = (await openRows(requestId))[0]!.series!.pauses[0]!
    await house.person.call.sitting.resume({ requestId, pauseId: theirs.id })
    expect(await openDays(requestId)).toEqual(days)
    expect(await world.findBrokenInvariants()).toEqual([])
  }
})

test('a repeat that can’t go on doesn’t hold up those behind it', async () => {
  const made = []
  for (const name of ['lata', 'mohan']) {
    const person = await world.signUp(name)
    const id = await makeSitter(db, { userId: person.userId, fullName: name, maxPets: 1 })
    made.push(await weeklyWalks({ person, id }))
  }
  const [bad, good] = made
  const nextDays = () =>
    Promise.all([bad!, good!].map(async ({ requestId }) => (await openDays(requestId)).at(-1)))
  clock.now = new Date(mondayMorning.getTime() + 14 * DAY)
  await sql`create function fail() returns trigger language plpgsql as $$ begin raise exception 'a fault of ours'; end $$`.execute(
    db,
  )
  await sql`create trigger fail before update on sitting_requests for each row when (old.id = ${sql.lit(bad!.requestId)}) execute function fail()`.execute(
    db,
  )
  await world.app.jobs.runSweep('extend-sitting-repeats', clock.now)
  expect(await nextDays()).toEqual(['2026-11-27', '2026-12-11'])
  await sql`drop function fail cascade`.execute(db)
  expect(await world.app.jobs.runSweep('extend-sitting-repeats', clock.now)).toBe(1)
  expect(await nextDays()).toEqual(['2026-12-11', '2026-12-11'])
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('a stalled repeat resumes with days that are far enough ahead, and both sides are notified', async () => {
  const house = houses[5]!
  const { requestId } = await weeklyWalks(house)
  // Nothing was made for six weeks, and Tuesday’s walk would begin in less than a day.
  clock.now = new Date(mondayMorning.getTime() + 42 * DAY)
  await world.app.jobs.runSweep('extend-sitting-repeats', clock.now)
  const [first] = await openRows(requestId)
  expect(first!.date).toBe('2026-12-18')
  expect(first!.series!.gaps).toContainEqual({ day: '2026-12-15', reason: 'soon' })
  const [notice] = await told(asha)
  expect(notice).toMatchObject({ type: 'sitting_changed', title: 'Weekly dog walk resumes' })
  expect(notice!.message).toContain('resumes on Fri, 18 Dec 2026.')
  expect((await told(house.person))[0]!.title).toBe('Weekly dog walk resumes')
  expect(await world.findBrokenInvariants()).toEqual([])
})
