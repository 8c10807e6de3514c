import { pictureText } from '#/kernel/pictures.ts'
import type { Species } from './rules.ts'

export const petsText = pictureText

export const loadPetsFailedText = 'Failed to load pets'
export const noOwnerText = 'Could not find your pet owner profile. Please contact support.'

export const speciesText: Readonly<Record<Species, string>> = {
  dog: 'Dog',
  cat: 'Cat',
  bird: 'Bird',
  rabbit: 'Rabbit',
  other: 'Other',
}
