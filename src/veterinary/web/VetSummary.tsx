import { useState } from 'react'
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

/** The vet at a glance; what takes room, their words and those of owners, unfolds on a click. */
export function VetSummary({ vet }: { vet: Vet }) {
  const name = doctorName(vet.fullName)
  const rating = <VetRating rating={vet.rating} totalReviews={vet.totalReviews} />
  const [readsReviews, setReadsReviews] = useState(false)
  return (
    <div className={css.vet}>
      <Portrait person={vet} size={48} />
      <div className={css.lines}>
        <p>
          {vet.specialization}, {vet.location}
          {vet.consultationFee && (
            <>
              {' · '}
              <strong className="tabular">{feeText(vet.consultationFee)}</strong> fee
            </>
          )}
        </p>
        <div className={css.folds}>
          {vet.totalReviews === 0 ? (
            rating
          ) : (
            <details onToggle={(event) => setReadsReviews(event.currentTarget.open)}>
              <summary aria-label={`Reviews: ${vet.rating?.toFixed(1)} out of 5, ${vet.totalReviews} in all`}>
                {rating}
              </summary>
              {readsReviews && <ReviewList vetId={vet.id} of={name} />}
            </details>
          )}
          <details>
            <summary aria-label={`About ${name}`}>About</summary>
            <div className={css.about}>
              {vet.bio && <Bio text={vet.bio} of={name} />}
              <p>Reg. no. {vet.licenseId}</p>
              {vet.offersTeleconsultation && costsSomething(vet) && (
                <p>
                  If you cancel a teleconsultation, you get back {lower(refundPolicyLine(vet.refundPolicy))}.
                </p>
              )}
            </div>
          </details>
        </div>
      </div>
    </div>
  )
}
