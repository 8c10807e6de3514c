import { type SyntheticEvent, useState } from 'react'
import { Link } from 'react-router'
import { emailText } from '#/accounts/text.ts'
import css from './AuthFrame.module.css'
import { AuthFrame } from './AuthFrame.tsx'
import { askToConfirm } from './auth.ts'
import { emailProblem, present } from './credentials.ts'
import { EmailField } from './Fields.tsx'
import { useForm } from './form.ts'
import { Proof } from './Proof.tsx'
import { withProof } from './proof.ts'
import { emailRefusal } from './refusals.ts'
import button from './SubmitButton.module.css'
import { SubmitButton } from './SubmitButton.tsx'

/** Asks people who came without an address: by phone, or with a provider that vouches for none. */
export function AskForEmail({ proposed }: { proposed: string | null }) {
  const { ref, problems, onInput, check } = useForm(['email'], ({ email }) =>
    present({ email: emailProblem(email) }),
  )
  const [sending, setSending] = useState(false)
  const [typed, setTyped] = useState(proposed ?? '')
  const [sent, setSent] = useState(false)
  const [failure, setFailure] = useState('')

  async function submit(event: SyntheticEvent) {
    const given = check(event)
    setFailure('')
    if (!given || sending) return
    setSending(true)
    setTyped(given.email.trim())
    try {
      await withProof(() => askToConfirm(given.email.trim()))
      setSent(true)
    } catch (error) {
      setFailure(emailRefusal(error))
    } finally {
      setSending(false)
    }
  }

  const later = <Link to="/role-selection">{sent ? 'Continue' : 'Not now'}</Link>
  if (sent)
    return (
      <AuthFrame
        key="sent"
        isAnswer
        title="Check your inbox"
        lead={
          <>
            We sent a link to <strong>{typed}</strong>. Open it in this browser to confirm your email. It
            works for an hour.
          </>
        }
        footer={later}
      >
        <button type="button" className={button.quiet} onClick={() => setSent(false)}>
          Use another email
        </button>
      </AuthFrame>
    )
  return (
    <AuthFrame key="ask" title="What’s your email?" lead={emailText.why} footer={later}>
      <form ref={ref} className={css.form} method="post" noValidate onSubmit={submit} onInput={onInput}>
        <EmailField problem={problems.email} email={typed} />
        <p role="alert" className={css.alert}>
          {failure}
        </p>
        <SubmitButton label="Send the link" busy={sending} busyLabel="Sending..." />
      </form>
      <Proof />
    </AuthFrame>
  )
}
