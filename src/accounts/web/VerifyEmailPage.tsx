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
 * All about confirming an address: where links of mails lead, whether they were sent to a sign-up or to somebody who is
 * signed in, and what became of them (used before, too old, torn); and where somebody without an address is asked for one.
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
        lead="We could not check your link just now. Please open it again in a few minutes."
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
      title={expired ? 'This link has expired' : 'This link does not work'}
      lead={
        expired
          ? 'A link works for an hour. Tell us your email and we send you a new one.'
          : 'Perhaps part of it was lost on the way. Tell us your email and we send you a new one.'
      }
      footer={
        <>
          Confirmed already? <Link to="/login">Log in</Link>
        </>
      }
    >
      <form ref={ref} className={css.form} method="post" noValidate onSubmit={submit} onInput={onInput}>
        <EmailField problem={problems.email} />
        <SubmitButton label="Send a new link" busy={sending && 'Sending...'} />
      </form>
    </AuthFrame>
  )
}
