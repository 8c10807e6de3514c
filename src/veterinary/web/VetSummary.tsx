import { refundPolicyLine } from '#/appointments/refunds.ts'
import { costsSomething, ProviderSummary } from '#/appointments/web/index.ts'
import { lowerFirst } from '#/kernel/letters.ts'
import { ReviewsFold } from '#/ratings/web/index.ts'
import type { Vet } from '#/veterinary/contract.ts'

export function VetSummary({ vet }: { vet: Vet }) {
  const { specialization, location, consultationFee: price, licenseId, refundPolicy } = vet
  return (
    <ProviderSummary
      provider={vet}
      about={`${specialization}, ${location}`}
      price={price}
      reviews={<ReviewsFold provider={vet} />}
    >
      <p>Reg. no. {licenseId}</p>
      {vet.offersTeleconsultation && costsSomething({ price }) && (
        <p>If you cancel a teleconsultation, you get a {lowerFirst(refundPolicyLine(refundPolicy))}.</p>
      )}
    </ProviderSummary>
  )
}
