import { Button, Modal, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Appointment } from '#/appointments/contract.ts'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { longestFeedback } from '#/ratings/rules.ts'
import { ratingsText } from '#/ratings/text.ts'
import { PickStars } from './PickStars.tsx'
import css from './RateDialog.module.css'
import { ratings, reloadRatings } from './ratings.ts'

type Props = { appointment: Appointment; kind: 'rating' | 'note'; onClose(): void }

const failedText = 'Failed to submit rating. Please try again.'

/** Takes stars and words about a visit, or only words about a late cancellation. */
export default function RateDialog({ appointment, kind, onClose }: Props) {
  const { id, provider, rating } = appointment
  const { name } = provider
  const [stars, setStars] = useState(rating?.stars ?? 0)
  const [feedback, setFeedback] = useState(rating?.feedback ?? '')
  const [problem, setProblem] = useState<string>()
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

  function submit(event: FormEvent) {
    event.preventDefault()
    if (kind === 'rating' && stars === 0) return setProblem(ratingsText['ratings.stars_needed'])
    if (kind === 'note' && !feedback.trim()) return setProblem(ratingsText['ratings.words_needed'])
    rate.mutate({ id, ...(kind === 'rating' && { stars }), feedback })
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={kind === 'rating' ? `Rate ${name}` : `Say something about ${name}’s cancellation`}
      size="32rem"
    >
      <form onSubmit={submit} className={css.form} noValidate>
        {kind === 'rating' && (
          <PickStars
            value={stars}
            problem={problem}
            onChange={(next) => {
              setStars(next)
              setProblem(undefined)
            }}
          />
        )}
        <Textarea
          label={kind === 'rating' ? 'Your words (optional)' : 'Your words'}
          description="Published at once, with your first name. You can change it for 24 hours."
          rows={4}
          maxLength={longestFeedback}
          value={feedback}
          error={kind === 'note' && problem}
          onChange={(event) => setFeedback(event.currentTarget.value)}
        />
        <div className={css.buttons}>
          <Button variant="default" onClick={onClose} disabled={rate.isPending}>
            Cancel
          </Button>
          <Button type="submit" disabled={rate.isPending}>
            {rate.isPending ? 'Publishing...' : 'Publish'}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
