import { useState } from 'react'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import type { Vet } from '../../contract.ts'
import { doctorName } from '../../names.ts'
import { VetRating } from '../VetRating.tsx'
import css from './ReviewsButton.module.css'

const dialog = onDemand(() => import('./ReviewsDialog.tsx'))

/** The average on a vet's card, which opens what was said; without a review there is nothing to open. */
export function ReviewsButton({ vet }: { vet: Vet }) {
  const [open, setOpen] = useState(false)
  const Dialog = useOnDemand(dialog, open)
  const { rating, totalReviews } = vet
  if (rating === null) return <VetRating rating={rating} totalReviews={totalReviews} />
  return (
    <>
      <button
        type="button"
        className={css.button}
        aria-label={`${rating.toFixed(1)} out of 5: read the reviews of ${doctorName(vet.fullName)}`}
        onPointerEnter={dialog.prefetch}
        onFocus={dialog.prefetch}
        onClick={() => setOpen(true)}
      >
        <VetRating rating={rating} totalReviews={totalReviews} />
      </button>
      {open && Dialog && <Dialog vet={vet} onClose={() => setOpen(false)} />}
    </>
  )
}
