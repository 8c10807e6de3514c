import { type Day, isDay } from '#/kernel/time.ts'
import { ageOn, isTooOld, maxYears } from '#/pets/birth.ts'
import type { Pet } from '#/pets/contract.ts'
import type { Species } from '#/pets/rules.ts'
import { fieldText } from '#/pets/text.ts'

/** Keeps both ways of entering it, so that switching loses nothing. */
export type BirthDraft = { by: 'date' | 'age'; date: string; years: string; months: string }

export function birthDraftOf(
  { dateOfBirth, isBirthEstimated }: Pick<Pet, 'dateOfBirth' | 'isBirthEstimated'>,
  today: Day,
): BirthDraft {
  if (!dateOfBirth || !isBirthEstimated) return { by: 'date', date: dateOfBirth ?? '', years: '', months: '' }
  const { years, months } = ageOn(today, dateOfBirth)
  return { by: 'age', date: '', years: String(years), months: String(months) }
}

/** Returns the server's input, or null if empty. Only for a draft without problems. */
export function birthOf({ by, date, years, months }: BirthDraft) {
  if (by === 'date') return date ? { date } : null
  const isBlank = !`${years}${months}`.trim()
  return isBlank ? null : { age: { years: Number(years), months: Number(months) } }
}

const isWhole = (text: string) => /^\d{0,3}$/.test(text.trim())

export function birthProblem(draft: BirthDraft, species: Species, today: Day): string | false {
  const { by, date, years, months } = draft
  if (by === 'date') {
    if (!date) return false
    if (!isDay(date)) return fieldText.dayUnclear
    if (date > today) return fieldText.inFuture
    return isTooOld(date, species, today) && fieldText.tooOld(maxYears[species])
  }
  if (!isWhole(years) || !isWhole(months)) return fieldText.ageUnclear
  if (Number(months) > 11) return fieldText.monthsTooMany
  return Number(years) > maxYears[species] && fieldText.tooOld(maxYears[species])
}
