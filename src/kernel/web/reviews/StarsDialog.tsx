import { Button, Modal, Textarea } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { PickStars } from './PickStars.tsx'
import css from './StarsDialog.module.css'

export type Said = { stars: number; feedback: string }

type Props = {
  title: string
  said: Said | null
  /** Without stars, there have to be words. */
  withStars?: boolean
  description: string
  longest: number
  problems: { stars: string; words: string }
  isBusy: boolean
  onSend: (said: Said) => void
  onClose: () => void
  children?: ReactNode
}

/** Asks for one to five stars and a few words. */
export function StarsDialog({
  title,
  said,
  withStars = true,
  description,
  longest,
  problems,
  isBusy,
  onSend,
  onClose,
  children,
}: Props) {
  const [stars, setStars] = useState(said?.stars ?? 0)
  const [feedback, setFeedback] = useState(said?.feedback ?? '')
  const [problem, setProblem] = useState<string>()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (withStars && stars === 0) return setProblem(problems.stars)
    if (!withStars && !feedback.trim()) return setProblem(problems.words)
    onSend({ stars, feedback })
  }

  return (
    <Modal opened onClose={onClose} title={title} size="32rem">
      <form onSubmit={submit} className={css.form} noValidate>
        {withStars && (
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
          label={withStars ? 'Your words (optional)' : 'Your words'}
          description={description}
          rows={4}
          maxLength={longest}
          value={feedback}
          error={!withStars && problem}
          onChange={(event) => setFeedback(event.currentTarget.value)}
        />
        <div className={css.buttons}>
          {children}
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" disabled={isBusy}>
            {isBusy ? 'Publishing...' : 'Publish'}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
