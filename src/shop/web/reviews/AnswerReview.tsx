import { useQueryClient } from '@tanstack/react-query'
import { ReplyButton } from '#/kernel/web/reviews/ReplyButton.tsx'
import type { OwnReview } from '#/shop/reviews.ts'
import { shopText } from '#/shop/text.ts'
import { shop } from '#/shop/web/shop.ts'
import { reviewedEvent } from './reviewed-event.ts'

export function AnswerReview({ review }: { review: OwnReview }) {
  const { id, by, stars, feedback, reply, product } = review
  const client = useQueryClient()
  return (
    <ReplyButton
      what="review"
      spoken={`Answer ${reply === null ? '' : 'again: '}review of ${product.name} by ${by}`}
      isAnswered={reply !== null}
      said={{ words: feedback, stars, by }}
      call={(reply, options) => shop.call.answerReview({ id, reply }, options)}
      texts={shopText}
      stale={['shop.already_answered', 'request.not_found']}
      reload={() => {
        window.dispatchEvent(new Event(reviewedEvent))
        return client.invalidateQueries({ queryKey: shop.query.ownReviews.key() })
      }}
    />
  )
}
