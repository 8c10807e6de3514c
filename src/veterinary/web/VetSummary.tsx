import type { Vet } from '../contract.ts'
import { feeText } from './doctor.ts'
import { Portrait } from './Portrait.tsx'
import { VetRating } from './VetRating.tsx'
import css from './VetSummary.module.css'

/** Whom one is about to book, in a few lines above the form. */
export function VetSummary({ vet }: { vet: Vet }) {
  return (
    <div className={css.vet}>
      <Portrait person={vet} size={56} />
      <div className={css.lines}>
        <p>{vet.specialization}</p>
        <p>{vet.location}</p>
        <div className={css.figures}>
          <VetRating rating={vet.rating} totalReviews={vet.totalReviews} />
          {vet.consultationFee && (
            <p>
              <strong>{feeText(vet.consultationFee)}</strong> consultation fee
            </p>
          )}
        </div>
      </div>
    </div>
  )
}
