import { useState } from 'react'
import { ProviderRating } from './ProviderRating.tsx'
import { ReviewList } from './ReviewList.tsx'
import type { Rated } from './rated.ts'

/** Shows the average and unfolds the reviews, if there are any. */
export function ReviewsFold({ provider: { id, name, rating, totalReviews } }: { provider: Rated }) {
  const [reads, setReads] = useState(false)
  const average = <ProviderRating rating={rating} totalReviews={totalReviews} />
  if (totalReviews === 0) return average
  return (
    <details onToggle={(event) => setReads(event.currentTarget.open)}>
      <summary>{average}</summary>
      {reads && <ReviewList providerId={id} of={name} />}
    </details>
  )
}
