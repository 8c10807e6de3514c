import { Link } from 'react-router'
import { AuthFrame } from './AuthFrame.tsx'
import { useMailAgain } from './mail-again.ts'
import css from './SubmitButton.module.css'

/** After a sign-up whose address has to be verified. */
export function CheckInbox({ email }: { email: string }) {
  const { sending, send } = useMailAgain()
  return (
    <AuthFrame
      isAnswer
      title="Check your inbox"
      lead={
        <>
          Open the link we sent to <strong>{email}</strong> and your account is ready. It works for an hour;
          if it is not there, look among the spam.
        </>
      }
      footer={
        <>
          Confirmed already? <Link to="/login">Log in</Link>
        </>
      }
    >
      <button type="button" className={css.quiet} disabled={sending} onClick={() => send(email)}>
        {sending ? 'Sending...' : 'Send the mail again'}
      </button>
    </AuthFrame>
  )
}
