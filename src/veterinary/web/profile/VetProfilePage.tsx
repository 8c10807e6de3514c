import { availabilityTab, useBookableNotes } from '#/booking/web/index.ts'
import { ProfileForm, ProviderPage } from '#/verification/web/index.ts'
import { veterinaryText } from '#/veterinary/text.ts'
import { veterinary } from '#/veterinary/web/veterinary.ts'
import { vetFields } from './profile-fields.ts'

const tabs = [availabilityTab('veterinary', { provider: 'veterinarian', title: 'Doctor' })]

export default function VetProfilePage() {
  return (
    <ProviderPage
      record="veterinary_doctor"
      title="Veterinary profile"
      lead="What owners read before they come to you."
      groups={vetFields}
      documentsHint="Your registration certificate, or the card of your council."
      tabs={tabs}
      notes={useBookableNotes('veterinary')}
      profile={(onSaved) => (
        <ProfileForm
          record="veterinary_doctor"
          groups={vetFields}
          query={veterinary.query.profile.queryOptions()}
          save={veterinary.call.saveProfile}
          texts={veterinaryText}
          fieldOfCode={{ 'veterinary.no_kind_of_visit': 'offersInPerson' }}
          licence={['fullName', 'licenseId', 'registrationCouncil']}
          drawing="veterinary-care"
          start={{ offersInPerson: true, refundPolicy: 'standard' }}
          onSaved={onSaved}
        />
      )}
    />
  )
}
