import { useQuery } from '@tanstack/react-query'
import { accountsText } from '#/accounts/text.ts'
import { Proof, withProof } from '#/accounts/web/index.ts'
import { shopText } from '#/shop/text.ts'
import { ProfileForm, ProviderPage } from '#/verification/web/index.ts'
import { shop } from './shop.ts'
import { supplierFields } from './supplier-fields.ts'

export default function SupplierProfilePage() {
  const { data } = useQuery(shop.query.supplier.queryOptions())
  return (
    <>
      <ProviderPage
        record="supplier"
        title="Supplier profile"
        lead="Tell us who you are, where we pick up your goods, and where we pay you."
        groups={supplierFields(data?.bankLastFour ?? null)}
        documentsHint="Your registration or licence. We can check your profile sooner with it."
        profile={(onSaved) => (
          <ProfileForm
            record="supplier"
            groups={supplierFields(data?.bankLastFour ?? null)}
            query={shop.query.supplier.queryOptions()}
            save={(...input) => withProof(() => shop.call.saveSupplier(...input))}
            texts={{ ...shopText, 'accounts.proof_needed': accountsText['accounts.proof_needed'] }}
            fieldOfCode={{ 'shop.gstin_wrong': 'gstin', 'shop.bank_incomplete': 'bankHolder' }}
            licence={['businessName', 'gstin']}
            drawing="pet-merchandise"
            onSaved={onSaved}
          />
        )}
      />
      <Proof />
    </>
  )
}
