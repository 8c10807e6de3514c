import { documentText } from '#/kernel/documents.ts'
import { pictureText } from '#/kernel/pictures.ts'
import type { petsErrors } from './errors.ts'
import {
  maxBreedLength,
  maxNameLength,
  maxPets,
  maxVaccinations,
  type Sex,
  type Species,
  type Temperament,
} from './rules.ts'

const own: Readonly<Record<keyof typeof petsErrors, string>> = {
  'pets.too_many': `You’ve added ${maxPets} pets, which is the most one owner can have here.`,
  'pets.microchip_taken':
    'Another pet is registered with this microchip. Please check the number, and contact us if it’s right.',
  'pets.born_in_future': 'Please choose a day that isn’t in the future.',
  'pets.too_old': 'Please check the date of birth: no animal of this kind lives that long.',
  'pets.move_not_allowed': 'This pet has been changed elsewhere. Please reload the page.',
  'pets.given_in_future': 'Please choose a day that isn’t in the future.',
  'pets.due_before_given': 'Please choose a day after the vaccination.',
  'pets.too_many_vaccinations': `A pet can have at most ${maxVaccinations} vaccinations here.`,
}

export const petsText = { ...pictureText, ...documentText, ...own }

export const loadPetsFailedText = 'Failed to load pets'
export const addPetFailedText = 'Failed to add your pet. Please try again.'
export const savePetFailedText = 'Failed to save. Please try again.'
export const noOwnerText = 'Could not find your pet owner profile. Please contact support.'
export const petNotFoundText = 'We couldn’t find this pet.'

export const speciesText: Readonly<Record<Species, string>> = {
  dog: 'Dog',
  cat: 'Cat',
  bird: 'Bird',
  rabbit: 'Rabbit',
  other: 'Other',
}

export const sexText: Readonly<Record<Sex, string>> = { female: 'Female', male: 'Male' }

export const temperamentText: Readonly<Record<Temperament, string>> = {
  calm: 'Calm',
  playful: 'Playful',
  energetic: 'Energetic',
  friendly: 'Friendly',
  cuddly: 'Cuddly',
  curious: 'Curious',
  independent: 'Independent',
  shy: 'Shy',
  anxious: 'Anxious',
  protective: 'Protective',
  noisy: 'Noisy',
  may_bite: 'May bite',
}

/** Problems with single fields of the forms. */
export const fieldText = {
  required: 'Required',
  atMost: (characters: number) => `At most ${characters} characters`,
  nameTooLong: `At most ${maxNameLength} characters`,
  breedTooLong: `At most ${maxBreedLength} characters`,
  weightUnclear: 'Please enter a number, like 12.5',
  weightTooSmall: 'Please enter a weight above 0',
  weightTooLarge: (most: string) => `At most ${most}`,
  inFuture: own['pets.born_in_future'],
  dueTooEarly: own['pets.due_before_given'],
  dayUnclear: 'Please enter the full date',
  ageUnclear: 'Please enter whole years and months, like 3 and 6',
  monthsTooMany: 'Please enter 0 to 11 months',
  tooOld: (most: number) => `Please check the age: at most ${most} years`,
  microchip: 'A microchip has 15 digits',
  phone: 'Please enter a phone number, like +91 80 4000 1234',
}
