import { highestRate, lowestRate } from '#/kernel/money.ts'
import type { FieldGroup, FieldOf } from '#/kernel/web/form/field-list.ts'
import type { SitterInput } from '#/sitting/contract.ts'
import { homeKinds, mostPets, petSizes, policies, services } from '#/sitting/rules.ts'
import { homeText, policyText, serviceText, sizeText } from '#/sitting/text.ts'
import { mostYears } from '#/verification/rules.ts'
import { hourlyRate } from '#/verification/web/index.ts'

/** The field names are the contract's. */
export const sitterFields: readonly FieldGroup<FieldOf<SitterInput>>[] = [
  {
    fields: [
      { name: 'fullName', label: 'Full name', kind: 'line', max: 120, required: true, autoComplete: 'name' },
      {
        name: 'location',
        label: 'Place',
        kind: 'line',
        max: 200,
        required: true,
        hint: 'Neighbourhood and city, as owners search for it: Indiranagar, Bengaluru.',
      },
      {
        name: 'experienceYears',
        label: 'Years of experience',
        kind: 'whole',
        least: 0,
        most: mostYears,
        required: true,
      },
    ],
  },
  {
    title: 'What you offer',
    fields: [
      {
        name: 'services',
        label: 'Services',
        kind: 'some',
        options: services.map((value) => ({ value, label: serviceText[value] })),
        required: true,
      },
      hourlyRate,
      {
        name: 'nightlyRate',
        label: 'Rate per night',
        kind: 'amount',
        aboveZero: true,
        least: lowestRate,
        most: highestRate,
        hint: 'For hostel stays. If you leave it empty, a night costs as much as eight hours.',
      },
      { name: 'maxPets', label: 'Pets at once', kind: 'whole', least: 1, most: mostPets, required: true },
      {
        name: 'sizesAccepted',
        label: 'Sizes you accept',
        kind: 'some',
        options: petSizes.map((value) => ({ value, label: sizeText[value] })),
        required: true,
      },
      {
        name: 'cancellationPolicy',
        label: 'Refund when an owner cancels',
        kind: 'one',
        options: policies.map((value) => ({
          value,
          label: policyText[value].name,
          hint: policyText[value].line,
        })),
        required: true,
      },
    ],
  },
  {
    title: 'Your home',
    fields: [
      {
        name: 'homeKind',
        label: 'Kind of home',
        kind: 'one',
        options: homeKinds.map((value) => ({ value, label: homeText[value] })),
      },
      { name: 'hasGarden', label: 'There’s a garden', kind: 'yes' },
      { name: 'hasOwnPets', label: 'I have pets of my own', kind: 'yes' },
      { name: 'hasChildren', label: 'Children live here', kind: 'yes' },
      { name: 'isSmokeFree', label: 'Nobody smokes here', kind: 'yes' },
      { name: 'bio', label: 'About you', kind: 'lines', max: 5000 },
    ],
  },
]

/** The form's values before the first save. */
export const sitterStart = {
  maxPets: 1,
  sizesAccepted: [...petSizes],
  cancellationPolicy: 'standard',
} satisfies Partial<SitterInput>
