import { optionsOf, readBy, record, without } from '#/kernel/record.ts'
import { longestMicrochip, maxBreedLength, maxNameLength, readMicrochip, sexes } from '#/pets/rules.ts'
import { fieldText, sexText } from '#/pets/text.ts'
import { type ReportStatus, sizes, whereabouts } from './rules.ts'

export const sizeText: Readonly<Record<(typeof sizes)[number], string>> = {
  small: 'Small',
  medium: 'Medium',
  large: 'Large',
}

const whereaboutsText: Readonly<Record<(typeof whereabouts)[number], string>> = {
  with_me: 'With the finder',
  at_vet: 'At a vet',
  at_shelter: 'At a shelter',
  still_there: 'Still where it was seen',
}

/** The same, as its finder reads them. */
export const ownWhereaboutsText: typeof whereaboutsText = { ...whereaboutsText, with_me: 'With me' }

/** Facts by which a pet is recognised. */
export const looks = record({
  breed: { kind: 'line', label: 'Breed', max: maxBreedLength, readers: 'public' },
  sex: {
    kind: 'one',
    label: 'Sex',
    options: optionsOf(sexes, sexText),
    unset: 'Not known',
    readers: 'public',
  },
  size: {
    kind: 'one',
    label: 'Size',
    options: optionsOf(sizes, sizeText),
    unset: 'Not known',
    readers: 'public',
  },
  colours: { kind: 'line', label: 'Colours', max: 200, readers: 'public' },
  marks: {
    kind: 'lines',
    label: 'Marks',
    hint: 'Spots, scars, a nick in an ear. Keep one mark back for the next section.',
    max: 500,
    rows: 2,
    readers: 'public',
  },
  collar: { kind: 'line', label: 'Collar or harness', fact: 'Collar', max: 200, readers: 'public' },
  hasChip: { kind: 'maybe', label: 'Microchip', unset: 'Not known', readers: 'public' },
  microchip: {
    kind: 'line',
    label: 'Microchip number (optional)',
    fact: 'Microchip',
    hint: '15 digits. We never show it.',
    max: longestMicrochip,
    inputMode: 'numeric',
    check: (text) => !readMicrochip(text) && fieldText.microchip,
    readers: 'secret',
  },
})

/** Facts that people give about a lost or found pet, besides its species, photos, time and place. */
export const reportFields = record({
  petName: { kind: 'line', label: 'Name', max: maxNameLength, readers: 'public' },
  ...looks,
  whereabouts: {
    kind: 'one',
    label: 'Where is it now?',
    fact: 'Where it is now',
    options: optionsOf(whereabouts, whereaboutsText),
    readers: 'public',
  },
  canKeep: {
    kind: 'maybe',
    label: 'Can you keep it for a few days?',
    fact: 'The finder can keep it for a few days',
    unset: 'Not sure',
    readers: 'public',
  },
  story: {
    kind: 'lines',
    label: 'The story',
    hint: 'How it got away or how you found it, and how it behaves with strangers.',
    max: 5000,
    rows: 4,
    readers: 'public',
  },
  hasReward: {
    kind: 'yes',
    label: 'There’s a reward',
    hint: 'We don’t show an amount. Never pay before you have your pet back.',
    readers: 'public',
  },
  secretMark: {
    kind: 'line',
    label: 'A secret mark',
    fact: 'Secret mark',
    max: 200,
    readers: 'secret',
  },
  exactPlace: {
    kind: 'line',
    label: 'The exact place',
    fact: 'Exact place',
    hint: 'House, street or landmark, as your own note. Others see only the area.',
    max: 500,
    readers: 'secret',
  },
  contactPhone: {
    kind: 'phone',
    label: 'Phone number',
    fact: 'Phone, shown to people with a confirmed email or phone',
    readers: 'own',
  },
})

export const publicFields = readBy(reportFields, 'public')
export const privateFields = readBy(reportFields, 'own', 'secret')
/** Fields on cards, in lists and everywhere else that names a report. */
export const cardFields = record({ petName: reportFields.petName, breed: reportFields.breed })
/** Facts for programs: everything public but the story. */
export const feedFields = without(publicFields, 'story')

/** The fields that each kind of report has. */
export const fieldsFor = {
  lost: without(reportFields, 'whereabouts', 'canKeep'),
  found: without(reportFields, 'hasReward'),
} as const satisfies Record<ReportStatus, object>

/** Texts that everyone can read. */
export const publicTexts = (Object.keys(publicFields) as (keyof typeof publicFields)[]).filter((name) =>
  ['line', 'lines'].includes(publicFields[name].kind),
)
