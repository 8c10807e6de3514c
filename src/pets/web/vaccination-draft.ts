import { type Day, isDay } from '#/kernel/time.ts'
import { type Problems, problem } from '#/kernel/web/form/use-draft.ts'
import type { Vaccination } from '#/pets/contract.ts'
import { maxVaccineLength } from '#/pets/rules.ts'
import { fieldText } from '#/pets/text.ts'

export type VaccinationDraft = {
  name: string
  givenOn: string
  nextDueOn: string
  /** A newly chosen file. */
  certificate: File | null
  removeCertificate: boolean
}
export type VaccinationField = Exclude<keyof VaccinationDraft, 'removeCertificate'>

export const vaccinationDraftOf = (vaccination: Vaccination | null): VaccinationDraft => ({
  name: vaccination?.name ?? '',
  givenOn: vaccination?.givenOn ?? '',
  nextDueOn: vaccination?.nextDueOn ?? '',
  certificate: null,
  removeCertificate: false,
})

export function isChanged(draft: VaccinationDraft, vaccination: Vaccination | null): boolean {
  const start = vaccinationDraftOf(vaccination)
  return (Object.keys(start) as (keyof VaccinationDraft)[]).some((field) => draft[field] !== start[field])
}

/** Returns what the server would refuse, in the order of the form. */
export function vaccinationProblems(
  { name, givenOn, nextDueOn }: VaccinationDraft,
  today: Day,
): Problems<VaccinationField> {
  return {
    ...problem('name', nameProblem(name.trim())),
    ...problem('givenOn', givenProblem(givenOn, today)),
    ...problem('nextDueOn', dueProblem(nextDueOn, givenOn)),
  }
}

function nameProblem(name: string): string | false {
  return name ? name.length > maxVaccineLength && fieldText.atMost(maxVaccineLength) : fieldText.required
}

function givenProblem(givenOn: string, today: Day): string | false {
  if (!givenOn) return fieldText.required
  return isDay(givenOn) ? givenOn > today && fieldText.inFuture : fieldText.dayUnclear
}

function dueProblem(nextDueOn: string, givenOn: string): string | false {
  if (!nextDueOn) return false
  return isDay(nextDueOn) ? nextDueOn <= givenOn && fieldText.dueTooEarly : fieldText.dayUnclear
}

/** Returns the server's input. Only for a draft without problems. */
export function vaccinationOf({ name, givenOn, nextDueOn, certificate }: VaccinationDraft) {
  return { name: name.trim(), givenOn, nextDueOn: nextDueOn || null, ...(certificate && { certificate }) }
}
