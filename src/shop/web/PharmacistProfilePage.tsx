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
        hint: 'Yours, from the pharmacy council of your state.',
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
      lead="Who checks prescriptions, and from where medicine is sent."
      groups={groups}
      documentsHint="Your registration and the licence of the shop: with them it is checked sooner."
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
