import type { Serving } from '#/kernel/server/serve.ts'
import type { PetCare } from '#/pets/contract.ts'
import { type CareBooking, mayReadCare } from '#/pets/rules.ts'
import { presentCare } from './present.ts'
import { findCareOf } from './queries.ts'

/** The booking of a pet, as the trade that took it knows it. */
export type BookingOfPet = CareBooking & { ownerId: string; petId: string }

/**
 * What a provider may read of the pet of their booking: all but the number of its chip, and nothing before they
 * accepted or two weeks after the end. The trade has found that the booking is the actor's.
 */
export async function findPetForCare(
  { db, now, linkTo }: Pick<Serving, 'db' | 'now' | 'linkTo'>,
  booking: BookingOfPet,
): Promise<PetCare | undefined> {
  if (!mayReadCare(booking, now)) return undefined
  const row = await findCareOf(db, booking.ownerId, booking.petId)
  return row && presentCare(row, linkTo)
}
