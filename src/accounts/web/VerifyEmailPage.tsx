import type { SyntheticEvent } from 'react'
import { Link, useSearchParams } from 'react-router'
import { AskForEmail } from './AskForEmail.tsx'
import css from './AuthFrame.module.css'
import { AuthFrame } from './AuthFrame.tsx'
import { ConfirmEmail } from './ConfirmEmail.tsx'
import { ConfirmSignUp } from './ConfirmSignUp.tsx'
import { emailProblem, present } from './credentials.ts'
import { EmailField } from './Fields.tsx'
import { useForm } from './form.ts'
import { useMailAgain } from './mail-again.ts'
import { SubmitButton } from './SubmitButton.tsx'
import { useSession } from './session.ts'

/**
 * Handles links of confirmation mails, sent at sign-up or to a logged-in person, including used, expired and damaged
 * ones. Also asks people without an address for one.
 */
export default function VerifyEmailPage() {
  const [params] = useSearchParams()
  const error = params.get('error')
  const token = params.get('token')
  const signUp = params.get('sign-up')
  const { state, user } = useSession()
  if (signUp !== null) return <ConfirmSignUp token={signUp} />
  if (token) return <ConfirmEmail token={token} />
  if (user && user.email === null) return <AskForEmail proposed={user.proposedEmail} />
  const signedIn = state === 'signed-in'
  if (!error) {
    return (
      <AuthFrame
        title="Your email is confirmed"
        lead={
          signedIn ? (
            <Link to="/dashboard">Continue to your dashboard</Link>
          ) : (
            <>
              You can <Link to="/login">log in</Link> now.
            </>
          )
        }
      />
    )
  }
  const isBusy = ['TOO_MANY_ATTEMPTS', 'UNAVAILABLE', 'INTERNAL_SERVER_ERROR'].includes(error)
  if (isBusy) {
    return (
      <AuthFrame
        title="One moment"
        lead="We couldn’t check your link just now. Please open it again in a few minutes."
      />
    )
  }
  return <NewLink expired={error === 'TOKEN_EXPIRED'} />
}

function NewLink({ expired }: { expired: boolean }) {
  const { ref, problems, onInput, check } = useForm(['email'], ({ email }) =>
    present({ email: emailProblem(email) }),
  )
  const { sending, send } = useMailAgain()
  function submit(event: SyntheticEvent) {
    const given = check(event)
    if (given && !sending) void send(given.email.trim())
  }
  return (
    <AuthFrame
      title={expired ? 'This link has expired' : 'This link doesn’t work'}
      lead={
        expired
          ? 'A link works for an hour. Tell us your email, and we’ll send you a new one.'
          : 'Part of it may be missing. Tell us your email, and we’ll send you a new one.'
      }
      footer={
        <>
          Already confirmed? <Link to="/login">Log in</Link>
        </>
      }
    >
      <form ref={ref} className={css.form} method="post" noValidate onSubmit={submit} onInput={onInput}>
        <EmailField problem={problems.email} />
        <SubmitButton label="Send a new link" busy={sending} busyLabel="Sending..." />
      </form>
    </AuthFrame>
  )
}
