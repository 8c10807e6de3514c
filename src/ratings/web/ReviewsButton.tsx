import { useState } from 'react'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { ratingText } from '#/kernel/web/reviews/words.ts'
import { ProviderRating } from './ProviderRating.tsx'
import css from './ReviewsButton.module.css'
import type { Rated } from './rated.ts'

const dialog = onDemand(() => import('./ReviewsDialog.tsx'))

/** Shows the average on a provider's card and opens the reviews. A new provider may have notes without stars. */
export function ReviewsButton({ provider }: { provider: Rated }) {
  const [open, setOpen] = useState(false)
  const Dialog = useOnDemand(dialog, open)
  const { name, rating, totalReviews } = provider
  return (
    <>
      <button
        type="button"
        className={css.button}
        aria-label={`${ratingText(rating)}${rating === null ? '' : ' out of 5'}: read the reviews of ${name}`}
        onPointerEnter={dialog.prefetch}
        onFocus={dialog.prefetch}
        onClick={() => setOpen(true)}
      >
        <ProviderRating rating={rating} totalReviews={totalReviews} />
      </button>
      {open && Dialog && <Dialog provider={provider} onClose={() => setOpen(false)} />}
    </>
  )
}
