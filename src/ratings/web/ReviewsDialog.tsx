import { Modal } from '@mantine/core'
import { ProviderRating } from './ProviderRating.tsx'
import { ReviewList } from './ReviewList.tsx'
import type { Rated } from './rated.ts'

export default function ReviewsDialog({ provider, onClose }: { provider: Rated; onClose(): void }) {
  const { id, name, rating, totalReviews } = provider
  return (
    <Modal
      opened
      onClose={onClose}
      title={<strong>Reviews of {name}</strong>}
      size="34rem"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <ProviderRating rating={rating} totalReviews={totalReviews} />
      <div style={{ marginTop: '0.75rem' }}>
        <ReviewList providerId={id} of={name} />
      </div>
    </Modal>
  )
}
