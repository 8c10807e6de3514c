import { refundPolicyField } from '#/appointments/web/index.ts'
import { availabilityTab, useBookableNotes } from '#/booking/web/index.ts'
import type { FieldGroup, FieldOf } from '#/kernel/web/form/field-list.ts'
import type { TrainerInput } from '#/training/contract.ts'
import { specializations } from '#/training/rules.ts'
import { trainingProfileText } from '#/training/text.ts'
import {
  about,
  comesToOwner,
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
      yearsOfExperience,
      { name: 'offersInPerson', label: 'Training in person', kind: 'yes' },
      place('Indiranagar, Bengaluru'),
      comesToOwner('sessions in person'),
      {
        name: 'offersOnline',
        label: 'Online training',
        kind: 'yes',
        hint: 'By video. Owners pay in advance, through us.',
      },
      refundPolicyField('an online session'),
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
      notes={useBookableNotes('training')}
      profile={(onSaved) => (
        <ProfileForm
          record="pet_trainer"
          groups={groups}
          query={training.query.profile.queryOptions()}
          save={training.call.saveProfile}
          texts={trainingProfileText}
          fieldOfCode={{ 'training.no_kind_of_session': 'offersInPerson' }}
          start={{ offersInPerson: true, refundPolicy: 'standard' }}
          licence={['fullName']}
          drawing="pet-training"
          onSaved={onSaved}
        />
      )}
    />
  )
}
