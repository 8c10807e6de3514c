import type { Db } from '#/kernel/server/db.ts'
import { valuesOf } from '#/kernel/server/record-rows.ts'
import type { Serving } from '#/kernel/server/serve.ts'
import type { PetCare, StandingCare } from '#/pets/contract.ts'
import { standingFields } from '#/pets/fields.ts'
import { type CareBooking, mayReadCare } from '#/pets/rules.ts'
import { presentCare } from './present.ts'
import { findCareOf, listStandingCareOf } from './queries.ts'

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

/**
 * Lists the care facts of a booking's pets for its provider while `mayReadCare` allows it, otherwise nothing. The caller has
 * checked that the booking is the actor's.
 */
export async function listStandingCare(
  { db, now }: { db: Db; now: Date },
  { ownerId, petIds, ...booking }: CareBooking & { ownerId: string; petIds: string[] },
): Promise<StandingCare[]> {
  if (petIds.length === 0 || !mayReadCare(booking, now)) return []
  const rows = await listStandingCareOf(db, ownerId, petIds)
  return rows.map((row) => ({ id: row.id, name: row.name, ...valuesOf(standingFields, row) }))
}
