import { HOUR, MINUTE } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import { addDays, type ClockTime, type Day, instantAt, minutesOf, weekdayOf } from '#/kernel/time.ts'
import { makeRating } from '#/ratings/server/rating.factory.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { type Cast, partiesOf, type Today } from './cast.ts'
import { pastVisits } from './past-visits.ts'
import type { Happened } from './tell.ts'
import type { DemoVet } from './vets.ts'

/** Adds past visits with their ratings. */
export async function rememberVisits(db: Db, cast: Cast, { today, timeZone }: Today): Promise<Happened[]> {
  const happened: Happened[] = []
  for (const { daysAgo, at, stars, feedback, ...who } of pastVisits) {
    const { vet, ownerId, petId } = partiesOf(cast, who)
    const { day, minutes } = lastDayWith(vet, at, addDays(today, -daysAgo))
    const startsAt = instantAt(day, minutesOf(at), timeZone)!
    const appointmentId = await makeAppointment(db, {
      vetId: vet.id,
      ownerId,
      petId,
      startsAt,
      minutes,
      status: 'completed',
      fee: vet.consultationFee,
    })
    const ratedAt = new Date(startsAt.getTime() + 5 * HOUR)
    await makeRating(db, { appointmentId, providerId: vet.id, ownerId, stars, feedback, at: ratedAt })
    const endsAt = new Date(startsAt.getTime() + minutes * MINUTE)
    const before = (hours: number) => new Date(startsAt.getTime() - hours * HOUR)
    happened.push(
      { appointmentId, to: 'pending', by: 'owner', at: before(24), isOld: true },
      { appointmentId, to: 'confirmed', by: 'provider', at: before(21), isOld: true },
      { appointmentId, to: 'completed', by: 'system', at: endsAt },
    )
  }
  return happened
}

/** Finds the last day up to `from` with a slot at that time, and the slot's length. */
function lastDayWith({ slug, hours }: DemoVet, at: ClockTime, from: Day): { day: Day; minutes: number } {
  for (let back = 0; back < 7; back++) {
    const day = addDays(from, -back)
    for (const { days = [], start = '09:00', end = '17:00', slotMinutes = 30, breaks = [] } of hours) {
      const begins = minutesOf(at)
      const ends = begins + slotMinutes
      const isSlot = (begins - minutesOf(start)) % slotMinutes === 0
      const isOpen = minutesOf(start) <= begins && ends <= minutesOf(end)
      const isBreak = breaks.some((one) => begins < minutesOf(one.end) && minutesOf(one.start) < ends)
      if (days.includes(weekdayOf(day)) && isSlot && isOpen && !isBreak) return { day, minutes: slotMinutes }
    }
  }
  throw new Error(`${slug} never begins a visit at ${at}`)
}
