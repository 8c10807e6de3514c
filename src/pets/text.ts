import { pictureText } from '#/kernel/pictures.ts'
import { maxBreedLength, maxNameLength, type Species } from './rules.ts'

export const petsText = pictureText

export const loadPetsFailedText = 'Failed to load pets'
export const addPetFailedText = 'Failed to add your pet. Please try again.'
export const noOwnerText = 'Could not find your pet owner profile. Please contact support.'

export const speciesText: Readonly<Record<Species, string>> = {
  dog: 'Dog',
  cat: 'Cat',
  bird: 'Bird',
  rabbit: 'Rabbit',
  other: 'Other',
}

/** What the form says of a field it cannot take. */
export const fieldText = {
  required: 'Required',
  nameTooLong: `At most ${maxNameLength} characters`,
  breedTooLong: `At most ${maxBreedLength} characters`,
  weightUnclear: 'Please write a number, like 12.5',
  weightTooSmall: 'Please write a weight above 0',
  weightTooLarge: (most: string) => `At most ${most}`,
}
