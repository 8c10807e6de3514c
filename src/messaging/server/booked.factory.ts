import { DAY } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import { type AppointmentInput, makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

type World<Person> = { db: Db; clock: { now: Date }; signUp(name: string): Promise<Person> }

/** Makes an owner and a vet with a booking in two days. */
export async function makeBooked<Person extends { userId: string; ownerId: string }>(
  { db, clock, signUp }: World<Person>,
  [ownerName, vetName]: [string, string],
  given: Partial<AppointmentInput> = {},
) {
  const [owner, vet] = [await signUp(ownerName), await signUp(vetName)]
  const vetId = await makeVet(db, { userId: vet.userId, fullName: `Dr. ${vetName}` })
  const startsAt = new Date(clock.now.getTime() + 2 * DAY)
  const bookingId = await makeAppointment(db, {
    ownerId: owner.ownerId,
    vetId,
    startsAt,
    status: 'confirmed',
    ...given,
  })
  return {
    owner,
    vet,
    vetId,
    bookingId,
    endsAt: new Date((given.startsAt ?? startsAt).getTime() + 1_800_000),
  }
}
