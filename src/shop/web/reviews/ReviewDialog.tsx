import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { errorText } from '#/kernel/web/error-text.ts'
import { StarsDialog } from '#/kernel/web/reviews/StarsDialog.tsx'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { longestFeedback } from '#/ratings/rules.ts'
import type { Bought } from '#/shop/reviews.ts'
import { shopText } from '#/shop/text.ts'
import { shop } from '#/shop/web/shop.ts'
import { reviewedEvent } from './reviewed-event.ts'

type Props = { bought: Bought; onClose: () => void }

/** Takes the buyer's stars and words about a product, and deletes them. */
export default function ReviewDialog({ bought: { productId: id, name, review }, onClose }: Props) {
  const client = useQueryClient()
  const reload = () => {
    window.dispatchEvent(new Event(reviewedEvent))
    return client.invalidateQueries({ queryKey: shop.query.orderReviews.key() })
  }
  const after = (title: string, message: string) => ({
    onSuccess: () => {
      toast({ kind: 'success', title, message })
      onClose()
      return reload()
    },
    onError: (error: Error) => {
      void reload()
      toast({ kind: 'error', title: 'Error', message: errorText(error, shopText) })
    },
  })
  const write = useWrite(shop.call.review, after('Thank you', `Your review of ${name} is published.`))
  const remove = useWrite(shop.call.deleteReview, after('Deleted', `Your review of ${name} is deleted.`))
  const isBusy = write.isPending || remove.isPending
  return (
    <StarsDialog
      title={`Rate ${name}`}
      said={review && { stars: review.stars, feedback: review.feedback ?? '' }}
      description="Published at once, with your first name. You can change or delete it later."
      longest={longestFeedback}
      problems={{ stars: 'Please choose one to five stars.', words: '' }}
      isBusy={isBusy}
      onSend={(said) => write.mutate({ id, ...said })}
      onClose={onClose}
    >
      {review && (
        <Button variant="subtle" color="red" disabled={isBusy} onClick={() => remove.mutate({ id })}>
          {remove.isPending ? 'Deleting...' : 'Delete review'}
        </Button>
      )}
    </StarsDialog>
  )
}
