import { pictureText } from '#/kernel/pictures.ts'
import type { FieldGroup } from '#/kernel/web/form/field-list.ts'
import type { Save } from '#/kernel/web/form/KeptForm.tsx'
import type { TrainerProfile } from '#/training/contract.ts'
import { mostYears, specializations } from '#/training/rules.ts'
import { ProfileForm, ProviderPage } from '#/verification/web/index.ts'
import { training } from './training.ts'

const groups: readonly FieldGroup[] = [
  {
    fields: [
      { name: 'fullName', label: 'Full name', kind: 'line', max: 120, required: true, autoComplete: 'name' },
      {
        name: 'specializations',
        label: 'What you teach',
        kind: 'some',
        options: specializations.map((value) => ({ value, label: value })),
        required: true,
      },
      {
        name: 'hourlyRate',
        label: 'Rate per hour',
        kind: 'amount',
        aboveZero: true,
        required: true,
        hint: 'In rupees.',
      },
      { name: 'yearsExperience', label: 'Years of experience', kind: 'whole', least: 0, most: mostYears },
      {
        name: 'location',
        label: 'Place',
        kind: 'line',
        max: 200,
        required: true,
        hint: 'Neighbourhood and city, as owners search for it: Indiranagar, Bengaluru.',
      },
      {
        name: 'offersOnline',
        label: 'Training online',
        kind: 'yes',
        hint: 'By video, besides training in person.',
      },
      { name: 'bio', label: 'About you', kind: 'lines', max: 5000 },
    ],
  },
]

const save = training.call.saveProfile as unknown as Save<TrainerProfile>

export default function TrainerProfilePage() {
  return (
    <ProviderPage
      record="pet_trainer"
      title="Pet trainer profile"
      lead="What owners read before they book a session."
      documentsHint="Optional: certificates, for the Verified badge."
      profile={(onSaved) => (
        <ProfileForm
          record="pet_trainer"
          groups={groups}
          query={training.query.profile.queryOptions()}
          save={save}
          texts={pictureText}
          licence={['fullName']}
          drawing="pet-training"
          onSaved={onSaved}
        />
      )}
    />
  )
}
