import { Link } from 'react-router'
import { AuthFrame } from './AuthFrame.tsx'
import { useMailAgain } from './mail-again.ts'
import css from './SubmitButton.module.css'

export function CheckInbox({ email }: { email: string }) {
  const { sending, send } = useMailAgain()
  return (
    <AuthFrame
      isAnswer
      title="Check your inbox"
      lead={
        <>
          Open the link we sent to <strong>{email}</strong> to activate your account. It works for an hour. If
          you can’t find it, check your spam folder.
        </>
      }
      footer={
        <>
          Already confirmed? <Link to="/login">Log in</Link>
        </>
      }
    >
      <button type="button" className={css.quiet} disabled={sending} onClick={() => send(email)}>
        {sending ? 'Sending...' : 'Send the email again'}
      </button>
    </AuthFrame>
  )
}
