import type * as z from 'zod'
import { refuseRequest } from '#/kernel/errors.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { addDays, dayOf } from '#/kernel/time.ts'
import { refuse } from '#/sitting/errors.ts'
import { type Plan, problemOf } from '#/sitting/plan.ts'
import { hoursMissed, lastSureDay, splitDays } from '#/sitting/room.ts'
import type { leftOutSchema } from '#/sitting/shapes.ts'
import { findBooked, isAskedAlready, spanOf } from './asked-once.ts'
import { readRooms } from './room.ts'
import { findOwnPets } from './sitters.ts'

type Wanted = Omit<Plan, 'endDate'> & {
  id: string
  petIds: readonly string[]
  endDate?: Plan['endDate'] | undefined
}

/**
 * Finds the days that a request would leave out, by the request's own rules.
 * @throws request.not_found, appointments.pet_not_found, and what `problemOf` returns
 */
export async function findLeftOut(
  { db, actor, now }: Pick<ActorWork, 'db' | 'actor' | 'now'>,
  { id, petIds, ...wanted }: Wanted,
): Promise<z.output<typeof leftOutSchema>> {
  const plan: Plan = { ...wanted, endDate: wanted.endDate ?? null }
  const span = { first: addDays(plan.startDate, -1), last: addDays(lastSureDay(plan), 1) }
  const read = (await readRooms(db, { sitterIds: [id], ...span })).get(id)
  if (!read?.listed) return refuseRequest('request.not_found')
  const problem = problemOf(plan, dayOf(now, read.timeZone))
  if (problem) refuse(problem)
  const ownerId = actor.records['pet_owner']
  const pets = await findOwnPets(db, ownerId, petIds)
  const booked =
    ownerId && pets.length > 0
      ? await findBooked(db, { sitterId: id, ownerId, petIds, ...spanOf(plan, read.timeZone) })
      : []
  const room = { ...read, booked }
  const { possible, away, closed, taken } = splitDays(room, plan)
  const isWeekly = plan.schedule === 'repeat-weekly'
  const missed = isWeekly && possible.length > 0 ? null : hoursMissed(room, plan)
  const left = isWeekly ? { away, closed, taken } : { away: [], closed: [], taken: [] }
  return {
    days: [
      ...left.away.map(({ day }) => ({ day, reason: 'away' as const })),
      ...left.closed.map(({ day }) => ({ day, reason: 'closed' as const })),
      ...left.taken.map(({ day }) => ({ day, reason: 'booked' as const })),
    ].toSorted((a, b) => (a.day < b.day ? -1 : 1)),
    isAskedAlready: isAskedAlready(room, plan),
    hours: missed,
  }
}
