import { type MouseEvent, type SyntheticEvent, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { loginText } from '#/accounts/text.ts'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useHydrated } from '#/kernel/web/use-hydrated.ts'
import css from './AuthFrame.module.css'
import { AuthError, signIn } from './auth.ts'
import { loginProblems } from './credentials.ts'
import { EmailField, PasswordField } from './Fields.tsx'
import { useForm } from './form.ts'
import { useLeave } from './leave.ts'
import { loginReason } from './login-reason.ts'
import { loginRefusal, type Refusal } from './refusals.ts'
import { SubmitButton } from './SubmitButton.tsx'
import { WaysIn } from './WaysIn.tsx'

const replacement = onDemand(() => import('./ReplacePassword.tsx'))

export default function LoginPage() {
  const navigate = useNavigate()
  const reason = loginReason(useLocation().state)
  const hydrated = useHydrated()
  const { ref, problems, onInput, check } = useForm(['email', 'password'], loginProblems)
  const [working, setWorking] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()
  const { leaving, leave } = useLeave()
  const [tooCommon, setTooCommon] = useState<{ email: string; current: string }>()
  const ReplacePassword = useOnDemand(replacement, tooCommon !== undefined)
  const busy = working || leaving

  async function submit(event: SyntheticEvent) {
    const given = check(event)
    setRefusal(undefined)
    if (!given || busy) return
    setWorking(true)
    try {
      await signIn(given.email.trim(), given.password)
      toast({ kind: 'success', message: loginText.welcome })
      leave('/dashboard', 500)
    } catch (error) {
      if (error instanceof AuthError && error.code === 'PASSWORD_TOO_COMMON') {
        setTooCommon({ email: given.email.trim(), current: given.password })
        return
      }
      const refused = loginRefusal(error)
      setRefusal(refused)
      toast({ kind: 'error', ...refused.toast })
    } finally {
      setWorking(false)
    }
  }

  function askForReset(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void navigate('/reset-password', { state: { email: new FormData(ref.current!).get('email') } })
  }

  if (tooCommon && ReplacePassword)
    return <ReplacePassword {...tooCommon} onBack={() => setTooCommon(undefined)} />
  return (
    <WaysIn
      busy={busy}
      intent="login"
      title="Welcome back"
      lead={(hydrated && reason) || 'Log in to see your pets and bookings.'}
      footer={
        <>
          New here? <Link to="/signup">Sign up</Link>
          <br />
          Emergency? <Link to="/emergency-services">See who to call now</Link>
          <br />
          <Link to="/admin-login" className={css.admin}>
            Admin Access
          </Link>
        </>
      }
    >
      <form ref={ref} className={css.form} method="post" noValidate onSubmit={submit} onInput={onInput}>
        <EmailField problem={problems.email} />
        <div>
          <PasswordField name="password" label="Password" problem={problems.password} />
          <Link to="/reset-password" className={css.forgot} onClick={askForReset}>
            Forgot password?
          </Link>
        </div>
        <p role="alert" className={css.alert}>
          {refusal?.inline}
          {refusal?.otherWays && (
            <>
              {' '}
              {loginText.otherWays.before}{' '}
              <Link to="/reset-password" onClick={askForReset}>
                {loginText.otherWays.reset}
              </Link>
              , {loginText.otherWays.after}
            </>
          )}
        </p>
        <SubmitButton label="Login" busy={busy} busyLabel="Logging in..." />
      </form>
    </WaysIn>
  )
}
