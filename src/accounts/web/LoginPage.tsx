import { type SyntheticEvent, useState } from 'react'
import { Link, Navigate } from 'react-router'
import { loginText } from '#/accounts/text.ts'
import { toast } from '#/kernel/web/toast.ts'
import css from './AuthFrame.module.css'
import { AuthFrame } from './AuthFrame.tsx'
import { signIn } from './auth.ts'
import { loginProblems } from './credentials.ts'
import { EmailField, PasswordField } from './Fields.tsx'
import { useForm } from './form.ts'
import { useLeave } from './leave.ts'
import { loginRefusal } from './refusals.ts'
import { SubmitButton } from './SubmitButton.tsx'
import { useSession } from './session.ts'

export default function LoginPage() {
  const { ref, problems, onInput, check } = useForm(['email', 'password'], loginProblems)
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState('')
  const { leaving, leave } = useLeave()
  const busy = working || leaving

  async function submit(event: SyntheticEvent) {
    const given = check(event)
    setFailure('')
    if (!given || busy) return
    setWorking(true)
    try {
      await signIn(given.email.trim(), given.password)
      toast({ kind: 'success', message: loginText.welcome })
      leave('/dashboard', 500)
    } catch (error) {
      const refusal = loginRefusal(error)
      setFailure(refusal.inline)
      toast({ kind: 'error', ...refusal.toast })
    } finally {
      setWorking(false)
    }
  }

  if (useSession().state === 'signed-in' && !busy) return <Navigate to="/dashboard" replace />
  return (
    <AuthFrame
      title="Welcome back"
      lead="Log in to see your pets and bookings."
      footer={
        <>
          New here? <Link to="/signup">Sign up</Link>
          <br />
          <Link to="/admin-login">Admin Access</Link>
        </>
      }
    >
      <form ref={ref} className={css.form} method="post" noValidate onSubmit={submit} onInput={onInput}>
        <EmailField problem={problems.email} />
        <PasswordField name="password" label="Password" problem={problems.password} />
        <p role="alert" className={css.alert}>
          {failure}
        </p>
        <SubmitButton label="Login" busy={busy && 'Logging in...'} />
      </form>
    </AuthFrame>
  )
}
