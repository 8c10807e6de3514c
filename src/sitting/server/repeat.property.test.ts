import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { addDays, type Day, dayOf, daysFrom, instantAt, WEEKDAYS, weekdayOf } from '#/kernel/time.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeSitter } from './sitter.factory.ts'

const zone = 'America/New_York'
/** A Monday morning in New York, three weeks before its clocks change. */
const begin = new Date('2027-02-22T14:00:00Z')

const world = await openWorld({ SITTING_PAYMENTS: 'off' })
const { db, clock } = world
clock.now = begin
const asha = await world.signUp('asha')
const om = await world.signUp('om')
const sitterId = await makeSitter(db, { userId: om.userId, maxPets: 20, timeZone: zone })

type Side = 'owner' | 'sitter'
type Step =
  | { do: 'wait'; days: number }
  | { do: 'skip'; pick: number }
  | { do: 'pause'; by: Side; from: number; days: number }
  | { do: 'resume'; pick: number }

const side = fc.constantFrom<Side>('owner', 'sitter')
const steps = fc.array(
  fc.oneof(
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 9 }) }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('skip' as const), pick: fc.nat(20) }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('pause' as const),
        by: side,
        from: fc.integer({ min: 0, max: 20 }),
        days: fc.integer({ min: 3, max: 20 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('resume' as const), pick: fc.nat(5) }) },
  ),
  { minLength: 8, maxLength: 12 },
)

type Pause = { id: string; by: Side; first: Day; last: Day; isOver: boolean }

/** Keeps a repeat in the simplest way: each day by itself, with the reasons why nothing takes place then. */
function keepDiary(weekdays: readonly string[], first: Day) {
  const pauses: Pause[] = []
  const skipped = new Set<Day>()
  /** Days that began too soon when their pause was ended. */
  const lost = new Set<Day>()
  const at = (day: Day) => instantAt(day, 7 * 60, zone)!
  const covering = (day: Day) =>
    pauses.filter((pause) => !pause.isOver && pause.first <= day && day <= pause.last)
  const upcoming = (madeUntil: Day) =>
    daysFrom(first, 120).filter(
      (day) => day <= madeUntil && weekdays.includes(weekdayOf(day)) && at(day) > clock.now,
    )
  return { pauses, skipped, lost, at, covering, upcoming }
}

async function play(weekdays: (typeof WEEKDAYS)[number][], all: readonly Step[]): Promise<void> {
  clock.now = begin
  const pet = await makePet(db, { ownerId: asha.ownerId, name: 'Bruno' })
  const firstDay = addDays(dayOf(clock.now, zone), 1)
  const diary = keepDiary(weekdays, firstDay)
  let madeUntil = addDays(firstDay, 27)
  const { requests } = await asha.call.sitting.request({
    service: 'dog-walking',
    schedule: 'repeat-weekly',
    startTime: '07:00',
    endTime: '08:00',
    daysOfWeek: weekdays,
    startDate: firstDay,
    endDate: null,
    getsAlong: true,
    emergencyName: 'Kavya Verma',
    emergencyPhone: '+919810012345',
    sitters: [{ id: sitterId }],
    petIds: [pet.id],
  })
  await om.call.appointments.accept({ id: requests[0]!.id })
  const { request_id: requestId } = await db
    .selectFrom('sitting_details')
    .select('request_id')
    .where('appointment_id', '=', requests[0]!.id)
    .executeTakeFirstOrThrow()
  const openRows = () =>
    db
      .selectFrom('sitting_details as d')
      .innerJoin('appointments as a', 'a.id', 'd.appointment_id')
      .select(['d.day', 'a.id', 'a.starts_at'])
      .where('d.request_id', '=', requestId)
      .where('a.status', '=', 'confirmed')
      .where('a.starts_at', '>', clock.now)
      .orderBy('d.day')
      .execute()
  const callOf = (by: Side) => (by === 'owner' ? asha : om).call.sitting

  for (const step of all) {
    const today = dayOf(clock.now, zone)
    if (step.do === 'wait') {
      clock.now = new Date(clock.now.getTime() + step.days * 24 * HOUR)
      await world.app.jobs.runSweep('extend-sitting-repeats', clock.now)
      madeUntil = addDays(dayOf(clock.now, zone), 27)
    } else if (step.do === 'skip') {
      const rows = await openRows()
      const row = rows[step.pick % (rows.length || 1)]
      if (!row) continue
      await asha.call.appointments.cancel({ id: row.id })
      diary.skipped.add(row.day)
    } else if (step.do === 'pause') {
      const [first, last] = [addDays(today, step.from), addDays(today, step.from + step.days - 1)]
      const isKnown = daysFrom(first, step.days).every((day) =>
        diary.covering(day).some(({ by }) => by === step.by),
      )
      const paused = callOf(step.by).pause({ requestId, startDate: first, endDate: last })
      if (isKnown) {
        await expect(paused).rejects.toMatchObject({ code: 'sitting.paused_already' })
        continue
      }
      await paused
      const { id } = await db
        .selectFrom('sitting_pauses')
        .select('id')
        .where('request_id', '=', requestId)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      diary.pauses.push({ id, by: step.by, first, last, isOver: false })
    } else {
      const going = diary.pauses.filter(({ isOver, last }) => !isOver && last >= today)
      const pause = going[step.pick % (going.length || 1)]
      if (!pause) continue
      await callOf(pause.by).resume({ requestId, pauseId: pause.id })
      pause.isOver = true
      for (const day of diary.upcoming(madeUntil))
        if (
          pause.first <= day &&
          day <= pause.last &&
          diary.covering(day).length === 0 &&
          diary.at(day).getTime() < clock.now.getTime() + 24 * HOUR
        )
          diary.lost.add(day)
    }
    const made = await openRows()
    const expected = diary
      .upcoming(madeUntil)
      .filter((day) => !diary.skipped.has(day) && !diary.lost.has(day) && diary.covering(day).length === 0)
    expect(made.map(({ day }) => day)).toEqual(expected)
    expect(made.map(({ starts_at }) => starts_at)).toEqual(made.map(({ day }) => diary.at(day)))
  }
  // Its places are free for the next one.
  clock.now = begin
  await asha.call.sitting.end({ requestId })
}

test('skips, pauses, early ends and the sweep leave the days that a diary of single days has', async () => {
  await fc.assert(fc.asyncProperty(fc.subarray([...WEEKDAYS], { minLength: 2, maxLength: 5 }), steps, play), {
    numRuns: 12,
  })
  expect(await world.findBrokenInvariants()).toEqual([])
}, 120_000)
