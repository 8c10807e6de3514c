import { type SyntheticEvent, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { resetText } from '#/accounts/text.ts'
import css from './AuthFrame.module.css'
import { AuthFrame } from './AuthFrame.tsx'
import { requestPasswordReset } from './auth.ts'
import { emailProblem, present } from './credentials.ts'
import { EmailField } from './Fields.tsx'
import { useForm } from './form.ts'
import { askForResetRefusal } from './refusals.ts'
import button from './SubmitButton.module.css'
import { SubmitButton } from './SubmitButton.tsx'

/** `email` in the navigation state was typed at the login. */
export function AskForReset() {
  const typed: unknown = useLocation().state?.email
  const { ref, problems, onInput, check } = useForm(['email'], ({ email }) =>
    present({ email: emailProblem(email) }),
  )
  const [sending, setSending] = useState(false)
  const [sentTo, setSentTo] = useState('')
  const [failure, setFailure] = useState('')

  async function submit(event: SyntheticEvent) {
    const given = check(event)
    setFailure('')
    if (!given || sending) return
    setSending(true)
    try {
      await requestPasswordReset(given.email.trim())
      setSentTo(given.email.trim())
    } catch (error) {
      setFailure(askForResetRefusal(error))
    } finally {
      setSending(false)
    }
  }

  const footer = (
    <>
      Remembered it? <Link to="/login">Log in</Link>
    </>
  )
  if (sentTo)
    return (
      <AuthFrame
        key="sent"
        isAnswer
        title="Check your inbox"
        lead={
          <>
            {resetText.asked} You entered <strong>{sentTo}</strong>.
          </>
        }
        footer={footer}
      >
        <button type="button" className={button.quiet} onClick={() => setSentTo('')}>
          Use another email
        </button>
      </AuthFrame>
    )
  return (
    <AuthFrame
      key="ask"
      title="Forgot your password?"
      lead="Tell us your email, and we’ll send you a link to set a new one."
      footer={footer}
    >
      <form ref={ref} className={css.form} method="post" noValidate onSubmit={submit} onInput={onInput}>
        <EmailField problem={problems.email} email={typeof typed === 'string' ? typed : ''} />
        <p role="alert" className={css.alert}>
          {failure}
        </p>
        <SubmitButton label="Send the link" busy={sending} busyLabel="Sending..." />
      </form>
    </AuthFrame>
  )
}
