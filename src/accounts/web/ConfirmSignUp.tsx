import { useState } from 'react'
import { useNavigate } from 'react-router'
import { isEmail } from '#/accounts/rules.ts'
import { emailText, loginText } from '#/accounts/text.ts'
import { toast } from '#/kernel/web/toast.ts'
import css from './AuthFrame.module.css'
import { AuthFrame } from './AuthFrame.tsx'
import { AuthError, confirmSignUp } from './auth.ts'
import { useLeave } from './leave.ts'
import button from './SubmitButton.module.css'
import { useSession } from './session.ts'

/** Confirms a sign-up. Takes a click, because programs that scan mail open links. */
export function ConfirmSignUp({ token }: { token: string }) {
  const { user } = useSession()
  const navigate = useNavigate()
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState('')
  const { leaving, leave } = useLeave()
  const email = emailIn(token)
  const [other] = useState(user?.email ?? null)

  async function confirm() {
    setWorking(true)
    setFailure('')
    try {
      const { signedIn } = await confirmSignUp(token)
      if (!signedIn) return await navigate('/verify-email', { replace: true })
      toast({ kind: 'success', message: emailText.confirmed })
      leave('/role-selection', 0)
    } catch (error) {
      const code = error instanceof AuthError && error.status > 0 ? error.code : undefined
      if (code) await navigate(`/verify-email?error=${encodeURIComponent(code)}`, { replace: true })
      else setFailure(loginText.connection)
    } finally {
      setWorking(false)
    }
  }

  const busy = working || leaving
  return (
    <AuthFrame
      title="Confirm your email"
      lead={email ? emailText.confirmToLogIn(email) : emailText.confirmThisToLogIn}
    >
      <div className={css.form}>
        {other && other !== email && <p>{emailText.endsOther(other)}</p>}
        <p role="alert" className={css.alert}>
          {failure}
        </p>
        <button type="button" className={button.submit} disabled={busy} onClick={confirm}>
          {busy ? 'Confirming...' : 'Confirm my email'}
        </button>
      </div>
    </AuthFrame>
  )
}

/** Reads the link's address for display only; the server decides whether it's valid. */
function emailIn(token: string): string | undefined {
  try {
    const part = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')
    const { email } = JSON.parse(atob(part)) as { email?: unknown }
    // Anybody can write a link, so other text isn't shown as an address.
    return typeof email === 'string' && isEmail(email) ? email : undefined
  } catch {
    return undefined
  }
}
