import { type SyntheticEvent, useState } from 'react'
import { Link } from 'react-router'
import { signupText } from '#/accounts/text.ts'
import { toast } from '#/kernel/web/toast.ts'
import css from './AuthFrame.module.css'
import { askToConfirm, signUp } from './auth.ts'
import { CheckInbox } from './CheckInbox.tsx'
import { signupProblems } from './credentials.ts'
import { EmailField, PasswordField } from './Fields.tsx'
import { useForm } from './form.ts'
import { useLeave } from './leave.ts'
import { type Refusal, signupRefusal } from './refusals.ts'
import { SubmitButton } from './SubmitButton.tsx'
import { WaysIn } from './WaysIn.tsx'

export default function SignupPage() {
  const { ref, problems, onInput, check } = useForm(['email', 'password', 'confirmPassword'], signupProblems)
  const [working, setWorking] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()
  const [mailedTo, setMailedTo] = useState('')
  const { leaving, leave } = useLeave()
  const busy = working || leaving

  async function submit(event: SyntheticEvent) {
    const given = check(event)
    setRefusal(undefined)
    if (!given || busy) return
    setWorking(true)
    try {
      const email = given.email.trim()
      const { signedIn } = await signUp(email, given.password)
      if (signedIn) {
        // The dashboard offers it again if this fails.
        void askToConfirm(email).catch(() => undefined)
        toast({ kind: 'success', message: signupText.welcome })
        leave('/role-selection', 1000)
      } else {
        toast({ kind: 'info', title: signupText.verifyTitle, message: signupText.verify, duration: 6000 })
        setMailedTo(email)
      }
    } catch (error) {
      const refused = signupRefusal(error)
      setRefusal(refused)
      toast({ kind: 'error', ...refused.toast })
    } finally {
      setWorking(false)
    }
  }

  if (mailedTo) return <CheckInbox email={mailedTo} />
  return (
    <WaysIn
      busy={busy}
      intent="signup"
      title="Create your account"
      lead="It takes a minute, and you can book your first visit today."
      footer={
        <>
          Already have an account? <Link to="/login">Log in</Link>
        </>
      }
    >
      <form ref={ref} className={css.form} method="post" noValidate onSubmit={submit} onInput={onInput}>
        <EmailField problem={problems.email} />
        <PasswordField name="password" label="Password" isNew problem={problems.password} />
        <PasswordField
          name="confirmPassword"
          label="Confirm password"
          isNew
          problem={problems.confirmPassword}
        />
        <div role="alert" className={css.alert}>
          {refusal && (
            <>
              {refusal.inline} {refusal.taken && <Link to="/login">Go to login</Link>}
            </>
          )}
        </div>
        <SubmitButton label="Sign Up" busy={busy} busyLabel="Signing Up..." />
      </form>
    </WaysIn>
  )
}
