import type { FieldGroup, FieldOf } from '#/kernel/web/form/field-list.ts'
import type { PharmacistInput } from '#/shop/contract.ts'
import { shopText } from '#/shop/text.ts'
import { fullName, ProfileForm, ProviderPage } from '#/verification/web/index.ts'
import { shop } from './shop.ts'

const groups: readonly FieldGroup<FieldOf<PharmacistInput>>[] = [
  {
    fields: [
      fullName,
      {
        name: 'registrationNumber',
        label: 'Registration number',
        kind: 'line',
        max: 60,
        required: true,
        hint: 'Your own, from your state’s pharmacy council.',
      },
      { name: 'shopLicenseNumber', label: 'Shop licence number', kind: 'line', max: 60, required: true },
      { name: 'shopAddress', label: 'Shop address', kind: 'lines', max: 500, required: true },
    ],
  },
]

export default function PharmacistProfilePage() {
  return (
    <ProviderPage
      record="pharmacist"
      title="Pharmacist profile"
      lead="Tell us who checks prescriptions and where medicine is sent from."
      groups={groups}
      documentsHint="Your registration and your shop’s licence. We can check your profile sooner with them."
      profile={(onSaved) => (
        <ProfileForm
          record="pharmacist"
          groups={groups}
          query={shop.query.pharmacist.queryOptions()}
          save={shop.call.savePharmacist}
          texts={shopText}
          licence={['fullName', 'registrationNumber', 'shopLicenseNumber']}
          drawing="pet-pharmacy"
          onSaved={onSaved}
        />
      )}
    />
  )
}
