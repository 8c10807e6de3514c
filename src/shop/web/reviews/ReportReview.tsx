import { useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import button from '#/kernel/web/button.module.css'
import { randomUuid } from '#/kernel/web/random-uuid.ts'
import { Refused, send } from '#/kernel/web/send.ts'
import { useLoginLink } from '#/kernel/web/wanted-pages.ts'
import { reviewText } from '#/shop/review-text.ts'
import css from './ReportReview.module.css'

type Props = { id: string; by: string }

/** Lets a reader report a review or its answer to our support team. */
export function ReportReview({ id, by }: Props) {
  const { user } = useSession()
  const [isOpen, setOpen] = useState(false)
  const [said, setSaid] = useState<string>()
  const opener = useRef<HTMLButtonElement>(null)
  const label = `Report the review by ${by}`
  const login = useLoginLink()
  if (!user)
    return (
      <Link {...login} className={css.open} aria-label={label}>
        Report
      </Link>
    )
  if (said)
    return (
      <p role="status" className={css.said}>
        {said}
      </p>
    )
  if (!isOpen)
    return (
      <button
        ref={opener}
        type="button"
        className={css.open}
        aria-label={label}
        onClick={() => setOpen(true)}
      >
        Report
      </button>
    )
  return (
    <Form
      id={id}
      onSent={() => setSaid('Thank you. We’ll look into it and let you know what we decide.')}
      onClose={() => {
        setOpen(false)
        requestAnimationFrame(() => opener.current?.focus())
      }}
    />
  )
}

const refusals: Readonly<Record<string, string>> = {
  ...reviewText,
  'request.not_found': 'This review has been removed.',
}

function Form({ id, onSent, onClose }: { id: string; onSent: () => void; onClose: () => void }) {
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const key = useRef<string>(undefined)
  const field = useRef<HTMLTextAreaElement>(null)
  const wordsId = useId()

  async function report() {
    const reason = field.current!.value.trim()
    setProblem(reason ? '' : 'Please give a reason.')
    if (!reason) return field.current!.focus()
    if (isBusy) return
    setBusy(true)
    key.current ??= randomUuid()
    try {
      await send('/rpc/shop/reportReview', { id, reason }, key.current)
      onSent()
    } catch (error) {
      // The response may have been lost, so a retry keeps its key.
      if (error instanceof Refused) key.current = undefined
      const code = error instanceof Refused ? error.code : ''
      setProblem(refusals[code] ?? 'We couldn’t send your report. Please try again.')
      setBusy(false)
    }
  }

  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void report()
      }}
    >
      <label className={css.field}>
        What’s wrong with this review or its answer?
        <textarea
          ref={field}
          className={css.input}
          rows={3}
          maxLength={500}
          // Opened by a click on its button.
          // biome-ignore lint/a11y/noAutofocus: the form replaces the focused button
          autoFocus
          aria-required="true"
          aria-invalid={problem ? true : undefined}
          aria-describedby={wordsId}
          onChange={() => setProblem('')}
        />
      </label>
      <p id={wordsId} className={problem ? css.problem : css.hint} role={problem ? 'alert' : undefined}>
        {problem ||
          'Only our support team reads this. We won’t tell the buyer or the seller that you reported it.'}
      </p>
      <div className={css.buttons}>
        <button type="submit" className={button.primary} aria-disabled={isBusy}>
          {isBusy ? 'Sending...' : 'Send report'}
        </button>
        <button type="button" className={button.quiet} onClick={onClose}>
          Never mind
        </button>
      </div>
    </form>
  )
}
