import { photoProblem } from '#/kernel/web/form/photo-problem.ts'
import { type Problems, problem } from '#/kernel/web/form/use-draft.ts'
import {
  fromPounds,
  maxBreedLength,
  maxNameLength,
  maxPounds,
  type Species,
  type WeightUnit,
} from '#/pets/rules.ts'
import { fieldText } from '#/pets/text.ts'
import { poundsOf, type TypedWeight } from './weight.ts'

export type PetDraft = {
  photo: File | null
  name: string
  species: Species | null
  breed: string
  isMixed: boolean
  weight: TypedWeight
  /** The displayed unit, which may differ from the typed one. */
  unit: WeightUnit
}

export const emptyDraft: PetDraft = {
  photo: null,
  name: '',
  species: null,
  breed: '',
  isMixed: false,
  weight: { text: '', unit: 'kg' },
  unit: 'kg',
}

export function isBlank({ photo, name, species, breed, isMixed, weight }: PetDraft): boolean {
  return !photo && !species && !isMixed && !`${name}${breed}${weight.text}`.trim()
}

export type PetField = 'photo' | 'name' | 'species' | 'breed' | 'weight'

/** Returns what the server would refuse, in the order of the form. */
export function problemsOf({ photo, name, species, breed, weight, unit }: PetDraft): Problems<PetField> {
  return {
    ...problem('photo', photo && photoProblem(photo)),
    ...problem('name', nameProblem(name)),
    ...problem('species', !species && fieldText.required),
    ...problem('breed', breedProblem(breed)),
    ...problem('weight', weightProblem(poundsOf(weight), unit)),
  }
}

export function nameProblem(text: string): string | false {
  const name = text.trim()
  return name ? name.length > maxNameLength && fieldText.nameTooLong : fieldText.required
}

export function breedProblem(breed: string): string | false {
  return breed.trim().length > maxBreedLength && fieldText.breedTooLong
}

export function weightProblem(pounds: number | undefined, unit: WeightUnit): string | false {
  if (pounds === undefined) return false
  if (Number.isNaN(pounds)) return fieldText.weightUnclear
  if (pounds <= 0) return fieldText.weightTooSmall
  return pounds > maxPounds && fieldText.weightTooLarge(`${fromPounds(maxPounds, unit)} ${unit}`)
}

/** Returns the server's input. Only for a draft without problems. */
export function petOf({ photo, name, species, breed, isMixed, weight }: PetDraft) {
  return { name, species: species!, breed, isMixed, sizeLbs: poundsOf(weight), photo }
}
