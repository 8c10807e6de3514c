import { useContext, useState } from 'react'
import { Link } from 'react-router'
import { loginSettingsPath } from '#/accounts/rules.ts'
import { emailText } from '#/accounts/text.ts'
import { toast } from '#/kernel/web/toast.ts'
import { WantedPages } from '#/kernel/web/wanted-pages.ts'
import css from './AuthFrame.module.css'
import { AuthFrame } from './AuthFrame.tsx'
import { confirmEmail } from './auth.ts'
import { useLeave } from './leave.ts'
import { emailRefusal } from './refusals.ts'
import button from './SubmitButton.module.css'
import { useSession } from './session.ts'

/** Confirms the address of a logged-in person. Takes a click, because programs that scan mail open links. */
export function ConfirmEmail({ token }: { token: string }) {
  const { state, user } = useSession()
  // Read before it changes: a first address belongs to signing up, a later one to the page it was needed for or the settings.
  const { keptFor } = useContext(WantedPages)
  const wanted = user && keptFor(user.id)
  const next = user?.email ? (wanted?.path ?? loginSettingsPath) : '/role-selection'
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState('')
  const { leaving, leave } = useLeave()

  async function confirm() {
    setWorking(true)
    setFailure('')
    try {
      await confirmEmail(token)
      toast({ kind: 'success', message: emailText.confirmed })
      leave(next, 0)
    } catch (error) {
      setFailure(emailRefusal(error))
    } finally {
      setWorking(false)
    }
  }

  if (state === 'signed-out')
    return (
      <AuthFrame
        title="Log in first"
        lead="Log in to the account this link was sent for, then open the link again in the same browser."
        footer={<Link to="/login">Log in</Link>}
      />
    )
  const busy = working || leaving || state === 'loading'
  return (
    <AuthFrame title="Confirm your email" lead="One click confirms your address.">
      <div className={css.form}>
        <p role="alert" className={css.alert}>
          {failure}
        </p>
        <button type="button" className={button.submit} disabled={busy} onClick={confirm}>
          {working || leaving ? 'Confirming...' : 'Confirm my email'}
        </button>
      </div>
    </AuthFrame>
  )
}
