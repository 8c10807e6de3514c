import { useState } from 'react'
import type { Visit } from '#/appointments/contract.ts'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { ratingsText } from '#/ratings/text.ts'
import { ratings, reloadRatings } from './ratings.ts'

export function ReplyButton({ visit: { rating, owner } }: { visit: Visit }) {
  const [asking, setAsking] = useState(false)
  const reply = useWrite(ratings.call.reply, {
    onSuccess: () => {
      setAsking(false)
      toast({ kind: 'success', title: 'Answered', message: 'Your answer is below the rating.' })
      return reloadRatings()
    },
    onError: (error) => {
      if (['ratings.already_replied', 'request.not_found'].includes(errorCode(error))) void reloadRatings()
      toast({ kind: 'error', title: 'Error', message: errorText(error, ratingsText) })
    },
  })
  if (!rating?.mayReply) return null
  return (
    <ConfirmButton
      label="Answer rating"
      spoken={`Answer rating of ${owner.name}`}
      onOpen={() => setAsking(true)}
      opened={asking}
      title="Answer in public?"
      reason="required"
      reasonHint="Everyone can read it below the rating. You can answer once."
      confirm="Publish answer"
      color="teal"
      busy="Publishing..."
      keep="Go back"
      isBusy={reply.isPending}
      onConfirm={(words) => reply.mutate({ id: rating.id, reply: words })}
      onClose={() => setAsking(false)}
    >
      {rating.feedback ? <q>{rating.feedback}</q> : <p>{`${owner.name} gave ${rating.stars} of 5 stars.`}</p>}
    </ConfirmButton>
  )
}
