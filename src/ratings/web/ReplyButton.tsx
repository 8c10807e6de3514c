import type { Visit } from '#/appointments/contract.ts'
import { ReplyButton as Button } from '#/kernel/web/reviews/ReplyButton.tsx'
import { ratingsText } from '#/ratings/text.ts'
import { ratings, reloadRatings } from './ratings.ts'

export function ReplyButton({ visit: { rating, owner } }: { visit: Visit }) {
  if (!rating?.mayReply) return null
  return (
    <Button
      what="rating"
      spoken={`Answer rating of ${owner.name}`}
      said={{ words: rating.feedback, stars: rating.stars, by: owner.name }}
      call={(reply, options) => ratings.call.reply({ id: rating.id, reply }, options)}
      texts={ratingsText}
      stale={['ratings.already_replied', 'request.not_found']}
      reload={reloadRatings}
    />
  )
}
