import { availabilityTab, useBookableNotes } from '#/booking/web/index.ts'
import { pictureText } from '#/kernel/pictures.ts'
import type { FieldGroup, FieldOf } from '#/kernel/web/form/field-list.ts'
import type { StylistInput } from '#/styling/contract.ts'
import { mostPets, services, usualPets } from '#/styling/rules.ts'
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
import { styling } from './styling.ts'

const groups: readonly FieldGroup<FieldOf<StylistInput>>[] = [
  {
    fields: [
      fullName,
      {
        name: 'specializations',
        label: 'Services',
        kind: 'some',
        options: services.map((value) => ({ value, label: value })),
        required: true,
      },
      {
        name: 'maxPets',
        label: 'Pets per appointment',
        kind: 'whole',
        least: 1,
        most: mostPets,
        required: true,
        hint: 'The most pets of one owner in one slot. They share its length and price.',
      },
      hourlyRate,
      yearsOfExperience,
      place('Koramangala, Bengaluru'),
      comesToOwner('appointments'),
      about,
    ],
  },
]

const tabs = [availabilityTab('styling', { provider: 'stylist', title: 'Stylist' })]

export default function StylistProfilePage() {
  return (
    <ProviderPage
      record="pet_stylist"
      title="Pet stylist profile"
      lead="Owners read this before they book you."
      groups={groups}
      documentsHint="Optional: certificates, for the Verified badge."
      tabs={tabs}
      notes={useBookableNotes('styling')}
      profile={(onSaved) => (
        <ProfileForm
          record="pet_stylist"
          groups={groups}
          query={styling.query.profile.queryOptions()}
          save={styling.call.saveProfile}
          texts={pictureText}
          licence={['fullName']}
          drawing="pet-styling"
          start={{ maxPets: usualPets }}
          onSaved={onSaved}
        />
      )}
    />
  )
}
