import { availabilityTab } from '#/booking/web/index.ts'
import { pictureText } from '#/kernel/pictures.ts'
import type { FieldGroup, FieldOf } from '#/kernel/web/form/field-list.ts'
import type { TrainerInput } from '#/training/contract.ts'
import { mostYears, specializations } from '#/training/rules.ts'
import {
  about,
  fullName,
  hourlyRate,
  ProfileForm,
  ProviderPage,
  place,
  yearsOfExperience,
} from '#/verification/web/index.ts'
import { training } from './training.ts'

const groups: readonly FieldGroup<FieldOf<TrainerInput>>[] = [
  {
    fields: [
      fullName,
      {
        name: 'specializations',
        label: 'What you teach',
        kind: 'some',
        options: specializations.map((value) => ({ value, label: value })),
        required: true,
      },
      hourlyRate,
      yearsOfExperience(mostYears),
      place('Indiranagar, Bengaluru'),
      {
        name: 'offersOnline',
        label: 'Online training',
        kind: 'yes',
        hint: 'By video, in addition to training in person.',
      },
      about,
    ],
  },
]

const tabs = [availabilityTab('training', { provider: 'trainer', title: 'Trainer' })]

export default function TrainerProfilePage() {
  return (
    <ProviderPage
      record="pet_trainer"
      title="Pet trainer profile"
      lead="Owners read this before they book a session."
      groups={groups}
      documentsHint="Optional: certificates, for the Verified badge."
      tabs={tabs}
      profile={(onSaved) => (
        <ProfileForm
          record="pet_trainer"
          groups={groups}
          query={training.query.profile.queryOptions()}
          save={training.call.saveProfile}
          texts={pictureText}
          licence={['fullName']}
          drawing="pet-training"
          onSaved={onSaved}
        />
      )}
    />
  )
}
