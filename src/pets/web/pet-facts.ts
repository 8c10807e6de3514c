import type { Day } from '#/kernel/time.ts'
import { ageText } from '#/pets/birth.ts'
import type { Pet, PetCare, PetDetails } from '#/pets/contract.ts'
import { weightText } from '#/pets/rules.ts'
import { sexText, speciesText, temperamentText } from '#/pets/text.ts'
import { dateText } from './due.ts'

export type Fact = { label: string; value: string | null }

type Breed = Pick<Pet, 'species' | 'breed' | 'isMixed'>
type Birth = Pick<Pet, 'dateOfBirth' | 'isBirthEstimated'>

/** 'Beagle', 'Beagle mix', 'Dog, mixed breed', or the species. */
export function breedText({ species, breed, isMixed }: Breed): string {
  if (breed) return isMixed ? `${breed} mix` : breed
  return isMixed ? `${speciesText[species]}, mixed breed` : speciesText[species]
}

export function ageOf({ dateOfBirth, isBirthEstimated }: Birth, today: Day): string | null {
  return dateOfBirth && ageText(dateOfBirth, isBirthEstimated, today)
}

function bornText({ dateOfBirth, isBirthEstimated }: Birth, today: Day): string | null {
  if (!dateOfBirth) return null
  const age = ageText(dateOfBirth, isBirthEstimated, today)
  // Don't show an estimated day as if it were known.
  return isBirthEstimated
    ? `${age}, born around ${dateOfBirth.slice(0, 4)}`
    : `${dateText(dateOfBirth)} (${age})`
}

export function aboutFacts(pet: PetCare, today: Day): Fact[] {
  return [
    { label: 'Species', value: speciesText[pet.species] },
    {
      label: pet.species === 'other' ? 'Kind of animal' : 'Breed',
      value: pet.breed || pet.isMixed ? breedText(pet) : null,
    },
    { label: 'Sex', value: pet.sex && sexText[pet.sex] },
    { label: 'Born', value: bornText(pet, today) },
    { label: 'Colour and marks', value: pet.colour },
  ]
}

/** Lists what a pharmacist compares with a prescription. */
export function petSummary(
  pet: Breed & Birth & Pick<PetCare, 'sizeLbs' | 'sex' | 'allergies' | 'conditions' | 'medicines'>,
  today: Day,
): Fact[] {
  return [
    { label: 'Animal', value: pet.breed ? `${speciesText[pet.species]}, ${breedText(pet)}` : breedText(pet) },
    { label: 'Weight', value: pet.sizeLbs === null ? null : weightText(pet.sizeLbs) },
    { label: 'Age', value: ageOf(pet, today) },
    { label: 'Sex', value: pet.sex && sexText[pet.sex] },
    { label: 'Allergies', value: pet.allergies },
    { label: 'Conditions', value: pet.conditions },
    { label: 'Other medicines', value: pet.medicines },
  ]
}

export function bodyFacts(pet: PetCare): Fact[] {
  return [
    { label: 'Weight', value: pet.sizeLbs === null ? null : weightText(pet.sizeLbs) },
    { label: 'Neutered or spayed', value: answerText(pet.isNeutered) },
  ]
}

export function chipFact({ microchip }: PetDetails): Fact {
  return {
    label: 'Microchip',
    value: microchip && `${microchip.replace(/(?<=^(.{3})+)/g, ' ').trim()} (only you see it)`,
  }
}

// Cards of appointments show these, so the labels aren't read from `fields.ts`, which is as large as the cards' own scripts.
export function temperamentFacts(
  pet: Pick<PetCare, 'temperament' | 'goodWithDogs' | 'goodWithCats' | 'goodWithChildren'>,
): Fact[] {
  const tags = pet.temperament.map((one) => temperamentText[one]).join(', ')
  return [
    { label: 'Temperament', value: tags || null },
    { label: 'Good with dogs', value: answerText(pet.goodWithDogs) },
    { label: 'Good with cats', value: answerText(pet.goodWithCats) },
    { label: 'Good with children', value: answerText(pet.goodWithChildren) },
  ]
}

export function healthFacts(
  pet: Pick<PetCare, 'allergies' | 'conditions' | 'medicines' | 'vetName' | 'vetPhone'> &
    Partial<Pick<PetCare, 'insurancePolicyNumber'>>,
): Fact[] {
  const vet = [pet.vetName, pet.vetPhone].filter(Boolean).join(', ')
  return [
    { label: 'Allergies', value: pet.allergies },
    { label: 'Conditions', value: pet.conditions },
    { label: 'Current medicines', value: pet.medicines },
    { label: 'Usual vet', value: vet || null },
    { label: 'Insurance policy no.', value: pet.insurancePolicyNumber ?? null },
  ]
}

export function careFacts(
  pet: Pick<PetCare, 'feedingNotes' | 'toiletNotes' | 'walkNotes' | 'fearNotes'>,
): Fact[] {
  return [
    { label: 'Feeding', value: pet.feedingNotes },
    { label: 'Toilet', value: pet.toiletNotes },
    { label: 'Walks', value: pet.walkNotes },
    { label: 'Fears', value: pet.fearNotes },
  ]
}

function answerText(answer: boolean | null): string | null {
  return answer === null ? null : answer ? 'Yes' : 'No'
}
