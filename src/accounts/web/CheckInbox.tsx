import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { signupText } from '#/accounts/text.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { useMailAgain } from './mail-again.ts'

/** After a sign-up whose address has to be verified. */
export function CheckInbox({ email }: { email: string }) {
  const { sending, send } = useMailAgain()
  return (
    <AuthFrame
      isAnswer
      title="Check your inbox"
      lead={
        <>
          {signupText.verify} The link we sent to <strong>{email}</strong> works for an hour.
        </>
      }
      footer={
        <>
          Confirmed already? <Link to="/login">Log in</Link>
        </>
      }
    >
      <Button variant="default" fullWidth disabled={sending} onClick={() => send(email)}>
        {sending ? 'Sending...' : 'Send the mail again'}
      </Button>
    </AuthFrame>
  )
}
