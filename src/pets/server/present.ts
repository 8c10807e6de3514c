import type { LinkTo } from '#/kernel/server/files.ts'
import { valuesOf } from '#/kernel/server/record-rows.ts'
import type { Pet, PetCare, PetDetails, Vaccination } from '#/pets/contract.ts'
import { careFields } from '#/pets/fields.ts'
import type { findCareOf, findOwnPet, findOwnPets, insertPet } from './queries.ts'
import type { findVaccination } from './vaccination-queries.ts'

type Found<Query extends (...args: never[]) => Promise<unknown>> = NonNullable<Awaited<ReturnType<Query>>>
type InsertedRow = Found<typeof insertPet>
type ListedRow = InsertedRow & Partial<Pick<Found<typeof findOwnPets>[number], 'next_name' | 'next_due_on'>>

export function presentPet(row: ListedRow): Pet {
  const { next_name: name, next_due_on: dueOn } = row
  return {
    ...presentBase(row),
    status: row.status,
    nextVaccination: name && dueOn ? { name, dueOn } : null,
  }
}

export function presentCare(row: Found<typeof findCareOf>, linkTo: LinkTo): PetCare {
  return {
    ...presentBase(row),
    ...valuesOf(careFields, row),
    vaccinations: row.vaccinations.map((vaccination) => presentVaccination(vaccination, linkTo)),
  }
}

/** Includes a link to the certificate, so check access first. */
export function presentVaccination(row: Found<typeof findVaccination>, linkTo: LinkTo): Vaccination {
  const { fileId, fileName, contentType, bytes, ...vaccination } = row
  if (!fileId) return { ...vaccination, certificate: null }
  const url = linkTo({ id: fileId, content_type: contentType! })
  return {
    ...vaccination,
    certificate: { name: fileName ?? 'certificate', contentType: contentType!, bytes: bytes!, url },
  }
}

export function presentDetails(row: Found<typeof findOwnPet>, linkTo: LinkTo): PetDetails {
  return { ...presentCare(row, linkTo), status: row.status, microchip: row.microchip }
}

function presentBase(row: InsertedRow) {
  return {
    id: row.id,
    name: row.name,
    species: row.species,
    breed: row.breed,
    isMixed: row.is_mixed,
    sizeLbs: row.pet_size_lbs,
    photoUrl: row.photo_url,
    dateOfBirth: row.date_of_birth,
    isBirthEstimated: row.is_birth_estimated,
  }
}
