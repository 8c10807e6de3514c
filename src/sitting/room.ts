/** Decides whether a sitter has room for a request. Pure; the server reads the data. */
import { isClosedDay, isOpenAt, isWithinHours, openTimesOn, type Worked } from '#/booking/coverage.ts'
import { MINUTE } from '#/kernel/duration.ts'
import { addDays, type ClockTime, type Day, dayBounds, dayOf, daysApart, daysFrom } from '#/kernel/time.ts'
import { hasRoom, mostAtOnce, type Stretch } from './capacity.ts'
import { type Occurrence, occurrencesOf, type Plan } from './plan.ts'
import { weeksAhead } from './rules.ts'

export type DayRange = { startDate: Day; endDate: Day }

/** An accepted repeat, whose appointments are made up to a day; its pets need their places after that too. */
export type Repeat = { id: string; plan: Plan; pets: number; madeUntil: Day; pauses: readonly DayRange[] }

export type Room = Worked & {
  minimumNoticeMinutes: number
  maxPets: number
  taken: readonly Stretch[]
  repeats: readonly Repeat[]
  /** When this sitter already has one of the pets. A repeat leaves these days out. */
  booked?: readonly Stretch[]
}

export type RoomProblem = 'sitting.too_soon' | 'sitting.away' | 'sitting.closed' | 'sitting.full'

/** Returns the last day for which a sitter must have room; for a repeat, in its first weeks. */
export const lastSureDay = ({ schedule, startDate, endDate }: Plan): Day => {
  const last = endDate ?? startDate
  if (schedule === 'one-time') return last
  const soon = addDays(startDate, weeksAhead * 7 - 1)
  return endDate && endDate < soon ? endDate : soon
}

/** Returns why a sitter can't take the pets; null if they can. A repeat skips the days on which they are away, don't work then, or already have one of the pets. */
export function whyNoRoom(
  room: Room,
  plan: Plan,
  pets: number,
  now: Date,
  from: Day = plan.startDate,
): RoomProblem | null {
  const { possible, away, closed } = splitDays(room, plan, from)
  const isWeekly = plan.schedule === 'repeat-weekly'
  if (!isWeekly && away.length > 0) return 'sitting.away'
  if (isWeekly ? possible.length === 0 && closed.length > 0 : closed.length > 0) return 'sitting.closed'
  if (possible.length === 0) return 'sitting.away'
  const first = possible[0]!
  if (first.startsAt.getTime() < now.getTime() + room.minimumNoticeMinutes * MINUTE) return 'sitting.too_soon'
  const days = { first: possible[0]!.day, last: addDays(lastSureDay(plan), 1) }
  return hasRoom(takenOn(room, days), possible, pets, room.maxPets) ? null : 'sitting.full'
}

/**
 * Separates the occurrences on days when the sitter is away, those outside of their hours, and those of a repeat when they already
 * have a pet.
 */
export function splitDays(
  room: Worked & Pick<Room, 'booked'>,
  plan: Plan,
  from: Day = plan.startDate,
  until: Day = lastSureDay(plan),
): Record<'possible' | 'away' | 'closed' | 'taken', Occurrence[]> {
  const split: Record<'possible' | 'away' | 'closed' | 'taken', Occurrence[]> = {
    possible: [],
    away: [],
    closed: [],
    taken: [],
  }
  for (const one of occurrencesOf(plan, room.timeZone, from, until))
    split[whyNot(room, plan, one) ?? 'possible'].push(one)
  return split
}

/** Returns why an occurrence can't take place at that time, apart from places; null if it can. */
export function whyNot(
  room: Worked & Pick<Room, 'booked'>,
  { service, schedule }: Pick<Plan, 'service' | 'schedule'>,
  one: Occurrence,
): 'away' | 'closed' | 'taken' | null {
  // A pick-up at midnight doesn't include the day that begins then.
  const last = dayOf(new Date(one.endsAt.getTime() - 1), room.timeZone)
  const days = daysFrom(one.day, daysApart(one.day, last) + 1)
  if (days.some((day) => isClosedDay(room, day))) return 'away'
  if (!isWithinHours(room, { ...one, isStay: service === 'hostel-checkin' })) return 'closed'
  return schedule === 'repeat-weekly' && overlapsAny(one, room.booked ?? []) ? 'taken' : null
}

export type OpenTimes = { day: Day; times: { startTime: ClockTime; endTime: ClockTime }[] }

/** Returns the hours of the first day on which a plan is outside of them; of a stay, that of the drop-off or the pick-up. */
export function hoursMissed(room: Worked, plan: Plan): OpenTimes | null {
  const [first] = splitDays(room, plan).closed
  if (!first) return null
  const isDropOffFine = isOpenAt(room, first.startsAt)
  const day = plan.service === 'hostel-checkin' && isDropOffFine ? plan.endDate! : first.day
  return { day, times: openTimesOn(room, day) }
}

export const overlapsAny = (one: Stretch, others: readonly Stretch[]): boolean =>
  others.some(({ startsAt, endsAt }) => startsAt < one.endsAt && one.startsAt < endsAt)

/** Returns everything that takes places on these days, including repeats' future days. */
export const takenOn = (room: Room, days: { first: Day; last: Day }): Stretch[] => [
  ...room.taken,
  ...room.repeats.flatMap((repeat) => toCome(repeat, room.timeZone, days)),
]

/** Returns the places that a repeat needs on days without appointments yet. */
function toCome(
  { plan, pets, madeUntil, pauses }: Repeat,
  zone: string,
  { first, last }: { first: Day; last: Day },
): Stretch[] {
  const next = addDays(madeUntil, 1)
  return occurrencesOf(plan, zone, first > next ? first : next, last)
    .filter(({ day }) => !pauses.some(({ startDate, endDate }) => startDate <= day && day <= endDate))
    .flatMap((occurrence) => Array.from({ length: pets }, () => occurrence))
}

/** Returns the state of each day from today for a profile: away, full at some hour, or without hours. */
export function daysOfRoom(
  room: Room,
  today: Day,
  count: number,
): { date: Day; state: 'free' | 'full' | 'away' | 'closed' }[] {
  const days = daysFrom(today, count)
  const busy = takenOn(room, { first: today, last: days.at(-1)! })
  return days.map((date) => {
    if (isClosedDay(room, date)) return { date, state: 'away' }
    const { startsAt, endsAt } = dayBounds(date, room.timeZone)
    const then = busy.filter((one) => one.startsAt < endsAt && startsAt < one.endsAt)
    if (mostAtOnce(then) >= room.maxPets) return { date, state: 'full' }
    return { date, state: openTimesOn(room, date).length > 0 ? 'free' : 'closed' }
  })
}
