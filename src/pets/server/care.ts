import type { Serving } from '#/kernel/server/serve.ts'
import type { PetCare } from '#/pets/contract.ts'
import { type CareBooking, mayReadCare } from '#/pets/rules.ts'
import { presentCare } from './present.ts'
import { findCareOf } from './queries.ts'

export type BookingOfPet = CareBooking & { ownerId: string; petId: string }

/**
 * Finds a booking's pet for its provider, without the microchip number, while `mayReadCare` allows it. The caller has checked
 * that the booking is the actor's.
 */
export async function findPetForCare(
  { db, now, linkTo }: Pick<Serving, 'db' | 'now' | 'linkTo'>,
  booking: BookingOfPet,
): Promise<PetCare | undefined> {
  if (!mayReadCare(booking, now)) return undefined
  const row = await findCareOf(db, booking.ownerId, booking.petId)
  return row && presentCare(row, linkTo)
}
