import { optionsOf, record, without } from '#/kernel/record.ts'
import { isPhone, sexes, temperaments } from './rules.ts'
import { fieldText, sexText, temperamentText } from './text.ts'

/** Long texts about a pet. */
const longest = 5000

/** Facts that a vet asks about first. */
export const healthFields = record({
  allergies: { kind: 'lines', label: 'Allergies', max: longest, rows: 3, readers: 'parties' },
  conditions: {
    kind: 'lines',
    label: 'Conditions',
    hint: 'What your pet has now, or had before and may get again.',
    max: longest,
    rows: 3,
    readers: 'parties',
  },
  medicines: {
    kind: 'lines',
    label: 'Current medicines',
    hint: 'Name, how much and when.',
    max: longest,
    rows: 3,
    readers: 'parties',
  },
  vetName: { kind: 'line', label: 'Usual vet', max: 200, readers: 'parties' },
  // Short emergency numbers count too, so it isn't a `phone`.
  vetPhone: {
    kind: 'line',
    label: 'Vet’s phone',
    max: 40,
    inputMode: 'tel',
    check: (text) => !isPhone(text) && fieldText.phone,
    readers: 'parties',
  },
  insurancePolicyNumber: { kind: 'line', label: 'Insurance policy no.', max: 60, readers: 'parties' },
})

export const dailyFields = record({
  feedingNotes: {
    kind: 'lines',
    label: 'Feeding',
    hint: 'What, how much and when, and what to avoid.',
    max: longest,
    rows: 3,
    readers: 'parties',
  },
  toiletNotes: { kind: 'lines', label: 'Toilet', max: longest, rows: 3, readers: 'parties' },
  walkNotes: {
    kind: 'lines',
    label: 'Walks',
    hint: 'How long, on which lead, and what to look out for.',
    max: longest,
    rows: 3,
    readers: 'parties',
  },
  fearNotes: {
    kind: 'lines',
    label: 'Fears',
    hint: 'What scares your pet, and what calms it.',
    max: longest,
    rows: 3,
    readers: 'parties',
  },
})

const unset = 'Not known'

/** Facts about a pet that its owner gives, and providers read for their booking. */
export const careFields = record({
  sex: { kind: 'one', label: 'Sex', options: optionsOf(sexes, sexText), unset, readers: 'parties' },
  isNeutered: { kind: 'maybe', label: 'Neutered or spayed', unset, readers: 'parties' },
  colour: {
    kind: 'line',
    label: 'Colour and marks',
    hint: 'What would help people recognise your pet if it got lost.',
    max: 500,
    readers: 'parties',
  },
  temperament: {
    kind: 'some',
    label: 'Temperament',
    options: optionsOf(temperaments, temperamentText),
    readers: 'parties',
  },
  goodWithDogs: { kind: 'maybe', label: 'Good with dogs', unset, readers: 'parties' },
  goodWithCats: { kind: 'maybe', label: 'Good with cats', unset, readers: 'parties' },
  goodWithChildren: { kind: 'maybe', label: 'Good with children', unset, readers: 'parties' },
  ...healthFields,
  ...dailyFields,
})

/** For somebody who minds the pet, beside its name. */
export const standingFields = without(careFields, 'sex', 'isNeutered', 'colour', 'insurancePolicyNumber')
