import { forms, type NoteForm } from '#/care/forms.ts'
import type { Note } from '#/care/notes.ts'
import { defaultMonths, findingRanges, type NoteType, noteLimits } from '#/care/rules.ts'
import { fieldText } from '#/care/text.ts'
import { type Day, isDay } from '#/kernel/time.ts'
import { type Problems, problem } from '#/kernel/web/form/use-draft.ts'
import { fromPounds, maxPounds, type WeightUnit } from '#/pets/rules.ts'
import { poundsOf, type TypedWeight } from '#/pets/web/index.ts'

/** `key` identifies a row while rows are added and removed. */
export type MedicineDraft = {
  key: number
  name: string
  form: string
  strength: string
  dose: string
  howOften: string
  days: string
  refills: string
}
export type HomeworkDraft = { key: number; exercise: string; howOften: string; howLong: string }
export type VaccinationDraft = { key: number; name: string; givenOn: string; nextDueOn: string }

/** A note as typed. */
export type NoteDraft = {
  type: NoteType
  history: string
  temperature: string
  heartRate: string
  breathingRate: string
  weight: TypedWeight
  unit: WeightUnit
  assessment: string
  plan: string
  products: string
  behaviour: string
  homework: HomeworkDraft[]
  medicines: MedicineDraft[]
  validMonths: string
  vaccinations: VaccinationDraft[]
  followUpOn: string
  kept: Note['files']
  added: File[]
}

/** Begins at the clock, so that rows kept over a reload have other keys than new ones. */
let keys = Date.now()
const nextKey = () => ++keys

export const emptyMedicine = (): MedicineDraft => ({
  key: nextKey(),
  name: '',
  form: '',
  strength: '',
  dose: '',
  howOften: '',
  days: '',
  refills: '0',
})

export const emptyHomework = (): HomeworkDraft => ({
  key: nextKey(),
  exercise: '',
  howOften: '',
  howLong: '',
})

export const emptyVaccination = (givenOn: Day): VaccinationDraft => ({
  key: nextKey(),
  name: '',
  givenOn,
  nextDueOn: '',
})

/** Returns a note's draft; without a note, one of the form, which has the owner's reason as its history. */
export function draftOf(
  note: Note | null,
  form: NoteForm = 'medical',
  reason: string | null = null,
): NoteDraft {
  const text = (value: string | number | null | undefined) => (value ?? '').toString()
  const weight = note?.weightLbs ?? null
  return {
    type: note?.type ?? forms[form].types[0],
    history: text(note ? note.history : form === 'medical' ? reason : null),
    temperature: text(note?.temperatureC),
    heartRate: text(note?.heartRate),
    breathingRate: text(note?.breathingRate),
    weight: weight === null ? { text: '', unit: 'kg' } : { text: String(weight), unit: 'lb' },
    unit: 'kg',
    assessment: text(note?.assessment),
    plan: text(note?.plan),
    products: text(note?.products),
    behaviour: text(note?.behaviour),
    homework: (note?.homework ?? []).map(({ exercise, howOften, howLong }) => ({
      key: nextKey(),
      exercise,
      howOften,
      howLong: text(howLong),
    })),
    medicines: (note?.medicines ?? []).map((medicine) => ({
      key: nextKey(),
      name: medicine.name,
      form: text(medicine.form),
      strength: text(medicine.strength),
      dose: medicine.dose,
      howOften: medicine.howOften,
      days: text(medicine.days),
      refills: String(medicine.refills),
    })),
    validMonths: String(note?.validMonths ?? defaultMonths),
    vaccinations: (note?.vaccinations ?? []).map(({ name, givenOn, nextDueOn }) => ({
      key: nextKey(),
      name,
      givenOn,
      nextDueOn: text(nextDueOn),
    })),
    followUpOn: text(note?.followUpOn),
    kept: note?.files ?? [],
    added: [],
  }
}

/** Compares drafts, ignoring row keys and file addresses. */
export function isSame(a: NoteDraft, b: NoteDraft): boolean {
  const told = ({ kept, added, ...draft }: NoteDraft) =>
    JSON.stringify([draft, kept.map(({ id }) => id), added.map(({ name }) => name)], (name, value) =>
      name === 'key' || name === 'unit' ? undefined : value,
    )
  return told(a) === told(b)
}

/** Returns null for an empty text, and NaN for one that isn't a number. */
export function numberIn(text: string): number | null {
  const written = text.trim().replace(',', '.')
  if (!written) return null
  return /^\d{1,4}(\.\d*)?$/.test(written) ? Number(written) : Number.NaN
}

function outside(text: string, { min, max }: { min: number; max: number }, isWhole: boolean): string | false {
  const value = numberIn(text)
  if (value === null) return false
  const isNumber = !Number.isNaN(value) && (!isWhole || Number.isInteger(value))
  return (!isNumber || value < min || value > max) && fieldText.between(min, max)
}

/** Returns each field's problem, in the order on screen. Rows are identified by their keys. */
export function noteProblems(draft: NoteDraft, visitOn: Day, today: Day): Problems<string> {
  const pounds = poundsOf(draft.weight)
  const mostKilograms = `${fromPounds(maxPounds, 'kg')} kg`
  return {
    ...problem('temperature', outside(draft.temperature, findingRanges.temperatureC, false)),
    ...problem('heartRate', outside(draft.heartRate, findingRanges.heartRate, true)),
    ...problem('breathingRate', outside(draft.breathingRate, findingRanges.breathingRate, true)),
    ...problem(
      'weight',
      pounds !== undefined && !(pounds > 0 && pounds <= maxPounds) && fieldText.weight(mostKilograms),
    ),
    ...Object.assign({}, ...draft.homework.map(homeworkProblems)),
    ...Object.assign({}, ...draft.medicines.map(medicineProblems)),
    ...Object.assign({}, ...draft.vaccinations.map((one) => vaccinationProblems(one, today))),
    ...problem(
      'followUpOn',
      draft.followUpOn !== '' &&
        (!isDay(draft.followUpOn) ? fieldText.day : draft.followUpOn < visitOn && fieldText.followUp),
    ),
  }
}

function homeworkProblems({ key, exercise, howOften }: HomeworkDraft): Problems<string> {
  return {
    ...problem(`exercise ${key} exercise`, !exercise.trim() && fieldText.required),
    ...problem(`exercise ${key} howOften`, !howOften.trim() && fieldText.required),
  }
}

function medicineProblems({ key, name, dose, howOften, days, refills }: MedicineDraft): Problems<string> {
  return {
    ...problem(`medicine ${key} name`, !name.trim() && fieldText.required),
    ...problem(`medicine ${key} dose`, !dose.trim() && fieldText.required),
    ...problem(`medicine ${key} howOften`, !howOften.trim() && fieldText.required),
    ...problem(`medicine ${key} days`, outside(days, { min: 1, max: noteLimits.days }, true)),
    ...problem(`medicine ${key} refills`, outside(refills, { min: 0, max: noteLimits.refills }, true)),
  }
}

function vaccinationProblems(
  { key, name, givenOn, nextDueOn }: VaccinationDraft,
  today: Day,
): Problems<string> {
  return {
    ...problem(`vaccination ${key} name`, !name.trim() && fieldText.required),
    ...problem(
      `vaccination ${key} givenOn`,
      !isDay(givenOn) ? fieldText.day : givenOn > today && fieldText.inFuture,
    ),
    ...problem(
      `vaccination ${key} nextDueOn`,
      nextDueOn !== '' && (!isDay(nextDueOn) ? fieldText.day : nextDueOn <= givenOn && fieldText.dueTooEarly),
    ),
  }
}

export function contentOf(draft: NoteDraft) {
  const { type, history, assessment, plan, products, behaviour, homework, medicines, vaccinations } = draft
  const temperature = numberIn(draft.temperature)
  return {
    type,
    history,
    assessment,
    plan,
    products,
    behaviour,
    homework: homework.map(({ key, ...exercise }) => exercise),
    temperatureC: temperature === null ? null : Math.round(temperature * 10) / 10,
    heartRate: numberIn(draft.heartRate),
    breathingRate: numberIn(draft.breathingRate),
    weightLbs: poundsOf(draft.weight) ?? null,
    medicines: medicines.map(({ key, days, refills, ...medicine }) => ({
      ...medicine,
      days: numberIn(days),
      refills: numberIn(refills) ?? 0,
    })),
    validMonths: Number(draft.validMonths),
    vaccinations: vaccinations.map(({ name, givenOn, nextDueOn }) => ({
      name,
      givenOn,
      nextDueOn: nextDueOn || null,
    })),
    followUpOn: draft.followUpOn || null,
    files: draft.added,
  }
}
