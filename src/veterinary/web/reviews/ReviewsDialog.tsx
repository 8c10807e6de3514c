import { Modal } from '@mantine/core'
import type { Vet } from '../../contract.ts'
import { doctorName } from '../../names.ts'
import { VetRating } from '../VetRating.tsx'
import { ReviewList } from './ReviewList.tsx'

/** The reviews of a vet, opened from their card. */
export default function ReviewsDialog({ vet, onClose }: { vet: Vet; onClose(): void }) {
  const name = doctorName(vet.fullName)
  return (
    <Modal
      opened
      onClose={onClose}
      title={<strong>Reviews of {name}</strong>}
      size="34rem"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <VetRating rating={vet.rating} totalReviews={vet.totalReviews} />
      <div style={{ marginTop: '0.75rem' }}>
        <ReviewList vetId={vet.id} of={name} />
      </div>
    </Modal>
  )
}
