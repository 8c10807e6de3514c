import type { Appointment } from '#/appointments/contract.ts'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { StarsDialog } from '#/kernel/web/reviews/StarsDialog.tsx'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { longestFeedback } from '#/ratings/rules.ts'
import { ratingsText } from '#/ratings/text.ts'
import { ratings, reloadRatings } from './ratings.ts'

type Props = { appointment: Appointment; kind: 'rating' | 'note'; onClose(): void }

const failedText = 'Failed to submit rating. Please try again.'

/** Takes stars and words about a visit, or only words about a late cancellation. */
export default function RateDialog({ appointment, kind, onClose }: Props) {
  const { id, provider, rating } = appointment
  const { name } = provider
  const rate = useWrite(ratings.call.rate, {
    onSuccess: () => {
      toast({ kind: 'success', title: 'Thank you', message: `What you wrote about ${name} is published.` })
      onClose()
      return reloadRatings()
    },
    onError: (error) => {
      if (errorCode(error) in ratingsText) void reloadRatings()
      toast({
        kind: 'error',
        title: 'Error',
        message: errorText(
          error,
          { ...ratingsText, 'request.unavailable': failedText },
          'An unexpected error occurred while submitting your rating.',
        ),
      })
    },
  })
  return (
    <StarsDialog
      title={kind === 'rating' ? `Rate ${name}` : `Say something about ${name}’s cancellation`}
      said={rating && { stars: rating.stars ?? 0, feedback: rating.feedback ?? '' }}
      withStars={kind === 'rating'}
      description="Published at once, with your first name. You can change it for 24 hours."
      longest={longestFeedback}
      problems={{ stars: ratingsText['ratings.stars_needed'], words: ratingsText['ratings.words_needed'] }}
      isBusy={rate.isPending}
      onSend={({ stars, feedback }) => rate.mutate({ id, ...(kind === 'rating' && { stars }), feedback })}
      onClose={onClose}
    />
  )
}
