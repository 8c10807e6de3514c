import { refundPolicyLine } from '#/booking/refunds.ts'
import type { Vet } from '../contract.ts'
import { doctorName } from '../names.ts'
import { Bio } from './Bio.tsx'
import { feeText } from './doctor.ts'
import { costsSomething } from './OnlineDetails.tsx'
import { Portrait } from './Portrait.tsx'
import { ReviewList } from './reviews/ReviewList.tsx'
import { VetRating } from './VetRating.tsx'
import css from './VetSummary.module.css'

const lower = (text: string) => text[0]!.toLowerCase() + text.slice(1)

/** Whom one is about to book: their public profile, with what owners said. */
export function VetSummary({ vet }: { vet: Vet }) {
  const name = doctorName(vet.fullName)
  return (
    <div>
      <div className={css.vet}>
        <Portrait person={vet} size={56} />
        <div className={css.lines}>
          <p>{vet.specialization}</p>
          <p>{vet.location}</p>
          <p>Reg. no. {vet.licenseId}</p>
          <div className={css.figures}>
            <VetRating rating={vet.rating} totalReviews={vet.totalReviews} />
            {vet.consultationFee && (
              <p>
                <strong>{feeText(vet.consultationFee)}</strong> consultation fee
              </p>
            )}
          </div>
          {vet.offersTeleconsultation && costsSomething(vet) && (
            <p className={css.policy}>
              If you cancel a teleconsultation, you get back {lower(refundPolicyLine(vet.refundPolicy))}.
            </p>
          )}
        </div>
      </div>
      {vet.bio && <Bio text={vet.bio} of={name} />}
      {vet.totalReviews > 0 && (
        <details open className={css.reviews}>
          <summary>Reviews</summary>
          <ReviewList vetId={vet.id} of={name} />
        </details>
      )}
    </div>
  )
}
