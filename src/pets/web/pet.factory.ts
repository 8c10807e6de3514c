import type { z } from 'zod'
import { answer } from '#/app/testing/browser/answers.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { type PetDetails, petDetailsSchema, petSchema, petsContract, vaccineSchema } from '#/pets/contract.ts'

/** Makes a dog of the owner, as its page reads it. */
export const makePet = (fields: Partial<z.input<typeof petDetailsSchema>> = {}): PetDetails =>
  made(petDetailsSchema, { id: newId(), name: 'Simba', species: 'dog', ...fields }) as PetDetails

/** Makes the same pet's row in lists. */
export const rowOf = ({ id, name, species, vaccinations: [last] }: PetDetails) =>
  made(petSchema, {
    id,
    name,
    species,
    nextVaccination: last?.nextDueOn ? { name: last.name, dueOn: last.nextDueOn } : null,
  })

/** Lists these pets as the owner's. */
export const listPets = (...pets: PetDetails[]) =>
  answer(petsContract.list, (input) => ({
    rows: pets.filter(({ status }) => (status === 'active') === (input?.which !== 'past')).map(rowOf),
    nextCursor: null,
  }))

/** Keeps a pet whose page reads and changes it, as the server would. */
export function keepPet(fields: Partial<z.input<typeof petDetailsSchema>> = {}) {
  const pet = makePet(fields)
  answer(petsContract.get, () => ({ ...pet }))
  const { inputs: changes } = answer(petsContract.change, ({ photo, birth: _, ...change }) => {
    Object.assign(pet, JSON.parse(JSON.stringify(change)))
    if (photo !== undefined) pet.photoUrl = photo && '/portraits/bruno.svg'
    return { ...pet }
  })
  return { pet, changes }
}

/** Keeps the vaccinations that are added, changed and removed on the pet's page, as the server would. */
export function keepVaccinations(pet: PetDetails) {
  const kept = (certificate: File | undefined) =>
    certificate
      ? {
          name: certificate.name,
          contentType: certificate.type,
          bytes: certificate.size,
          url: '/portraits/bruno.svg',
        }
      : null
  const { inputs: added } = answer(petsContract.addVaccination, ({ certificate, ...fields }) => {
    const { petId: _, ...given } = fields
    const row = made(vaccineSchema, { ...given, certificate: kept(certificate) })
    pet.vaccinations.unshift(row)
    return row
  })
  const { inputs: corrected } = answer(
    petsContract.changeVaccination,
    ({ petId: _, id, certificate, removeCertificate, ...fields }) => {
      const row = pet.vaccinations.find((one) => one.id === id)!
      Object.assign(row, { nextDueOn: null }, fields)
      if (certificate || removeCertificate) row.certificate = kept(certificate)
      return row
    },
  )
  const { inputs: removed } = answer(petsContract.removeVaccination, ({ id }) => {
    pet.vaccinations = pet.vaccinations.filter((one) => one.id !== id)
  })
  return { added, corrected, removed }
}
