import type { FieldGroup } from '#/kernel/web/form/field-list.ts'
import type { Save } from '#/kernel/web/form/KeptForm.tsx'
import type { PharmacistProfile } from '#/shop/contract.ts'
import { shopText } from '#/shop/text.ts'
import { fullName, ProfileForm, ProviderPage } from '#/verification/web/index.ts'
import { shop } from './shop.ts'

const groups: readonly FieldGroup[] = [
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

const save = shop.call.savePharmacist as unknown as Save<PharmacistProfile>

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
          save={save}
          texts={shopText}
          licence={['fullName', 'registrationNumber', 'shopLicenseNumber']}
          drawing="pet-pharmacy"
          onSaved={onSaved}
        />
      )}
    />
  )
}
