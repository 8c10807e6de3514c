/** Decides whether a sitter has room for a request. Pure; the server reads the data. */
import { addDays, type Day, dayBounds, dayOf, daysFrom, MINUTE } from '#/kernel/time.ts'
import { hasRoom, mostAtOnce, type Stretch } from './capacity.ts'
import { type Occurrence, occurrencesOf, type Plan } from './plan.ts'
import { weeksAhead } from './rules.ts'

export type DayRange = { startDate: Day; endDate: Day }

/** An accepted repeat, whose appointments are made up to a day; its pets need their places after that too. */
export type Repeat = { id: string; plan: Plan; pets: number; madeUntil: Day; pauses: readonly DayRange[] }

export type Room = {
  timeZone: string
  minimumNoticeMinutes: number
  maxPets: number
  holidays: readonly DayRange[]
  taken: readonly Stretch[]
  repeats: readonly Repeat[]
  /** When this sitter already has one of the pets. A repeat leaves these days out. */
  booked?: readonly Stretch[]
}

export type RoomProblem = 'sitting.too_soon' | 'sitting.away' | 'sitting.full'

/** Returns the last day for which a sitter must have room; for a repeat, in its first weeks. */
export const lastSureDay = ({ schedule, startDate, endDate }: Plan): Day => {
  const last = endDate ?? startDate
  if (schedule === 'one-time') return last
  const soon = addDays(startDate, weeksAhead * 7 - 1)
  return endDate && endDate < soon ? endDate : soon
}

/** Returns why a sitter can't take the pets; null if they can. A repeat skips the days on which they are away or already have one of the pets. */
export function whyNoRoom(
  room: Room,
  plan: Plan,
  pets: number,
  now: Date,
  from: Day = plan.startDate,
): RoomProblem | null {
  const { possible, away } = splitDays(room, plan, from)
  const isWeekly = plan.schedule === 'repeat-weekly'
  if (isWeekly ? possible.length === 0 : away.length > 0) return 'sitting.away'
  const first = possible[0]!
  if (first.startsAt.getTime() < now.getTime() + room.minimumNoticeMinutes * MINUTE) return 'sitting.too_soon'
  const days = { first: possible[0]!.day, last: addDays(lastSureDay(plan), 1) }
  return hasRoom(takenOn(room, days), possible, pets, room.maxPets) ? null : 'sitting.full'
}

/** Separates the occurrences on days when the sitter is away, and those of a repeat when they already have a pet. */
export function splitDays(
  { timeZone, holidays, booked = [] }: Pick<Room, 'timeZone' | 'holidays' | 'booked'>,
  plan: Plan,
  from: Day = plan.startDate,
  until: Day = lastSureDay(plan),
): { possible: Occurrence[]; away: Occurrence[]; taken: Occurrence[] } {
  const all = occurrencesOf(plan, timeZone, from, until)
  const isAway = ({ day, endsAt }: Occurrence) => {
    // A pick-up at midnight doesn't include the day that begins then.
    const last = dayOf(new Date(endsAt.getTime() - 1), timeZone)
    return holidays.some(({ startDate, endDate }) => startDate <= last && day <= endDate)
  }
  const isTaken = (one: Occurrence) =>
    plan.schedule === 'repeat-weekly' && !isAway(one) && overlapsAny(one, booked)
  return {
    possible: all.filter((one) => !isAway(one) && !isTaken(one)),
    away: all.filter(isAway),
    taken: all.filter(isTaken),
  }
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

/** Returns the state of each day from today for a profile: away, or full at some hour. */
export function daysOfRoom(
  room: Room,
  today: Day,
  count: number,
): { date: Day; state: 'free' | 'full' | 'away' }[] {
  const days = daysFrom(today, count)
  const busy = takenOn(room, { first: today, last: days.at(-1)! })
  return days.map((date) => {
    if (room.holidays.some(({ startDate, endDate }) => startDate <= date && date <= endDate))
      return { date, state: 'away' }
    const { startsAt, endsAt } = dayBounds(date, room.timeZone)
    const then = busy.filter((one) => one.startsAt < endsAt && startsAt < one.endsAt)
    return { date, state: mostAtOnce(then) >= room.maxPets ? 'full' : 'free' }
  })
}
