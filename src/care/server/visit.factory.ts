import type { AppointmentStatus } from '#/appointments/rules.ts'
import type { Db } from '#/kernel/server/db.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

type Somebody = { userId: string; ownerId: string }

type Wanted = { startsAt?: Date; status?: AppointmentStatus; petId?: string; vetId?: string }

/** Makes a completed visit with everything that a note needs. */
export async function makeVisit(db: Db, owner: Somebody, vet: Somebody, wanted: Wanted = {}) {
  const { startsAt = new Date('2026-11-01T05:00:00Z'), status = 'completed' } = wanted
  const petId = wanted.petId ?? (await makePet(db, { ownerId: owner.ownerId })).id
  const vetId = wanted.vetId ?? (await findOrMakeVet(db, vet.userId))
  const bookingId = await makeAppointment(db, { ownerId: owner.ownerId, vetId, petId, startsAt, status })
  return { petId, vetId, bookingId }
}

async function findOrMakeVet(db: Db, userId: string): Promise<string> {
  const row = await db
    .selectFrom('veterinary_doctors')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.id ?? makeVet(db, { userId, fullName: 'Meera Iyer', licenseId: 'KVC/2211' })
}

/** A note complete enough to sign. */
export const examination = {
  type: 'exam' as const,
  history: 'Scratches at night since a week.',
  temperatureC: 38.6,
  heartRate: 96,
  breathingRate: 22,
  weightLbs: 26.5,
  assessment: 'Flea allergy. ब्रूनो is otherwise well.',
  plan: 'Keep Bruno dry, give the tablets with food, come back in two weeks. It costs about ₹1,250.',
  medicines: [
    {
      name: 'Cetirizine',
      form: 'tablet',
      strength: '10 mg',
      dose: '1 tablet',
      howOften: 'every 12 h',
      days: 7,
    },
  ],
  vaccinations: [{ name: 'Rabies', givenOn: '2026-11-01', nextDueOn: '2027-11-01' }],
  followUpOn: '2026-11-15',
}
