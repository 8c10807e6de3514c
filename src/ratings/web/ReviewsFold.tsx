import { useState } from 'react'
import { ProviderRating } from './ProviderRating.tsx'
import { ReviewList } from './ReviewList.tsx'
import type { Rated } from './rated.ts'

/** Shows the average and unfolds the reviews. A new provider may have notes without stars. */
export function ReviewsFold({ provider: { id, name, rating, totalReviews } }: { provider: Rated }) {
  const [reads, setReads] = useState(false)
  return (
    <details onToggle={(event) => setReads(event.currentTarget.open)}>
      <summary>
        <ProviderRating rating={rating} totalReviews={totalReviews} />
      </summary>
      {reads && <ReviewList providerId={id} of={name} />}
    </details>
  )
}
