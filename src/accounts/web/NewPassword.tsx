import { type SyntheticEvent, useState } from 'react'
import { Link } from 'react-router'
import { resetText } from '#/accounts/text.ts'
import { toast } from '#/kernel/web/toast.ts'
import css from './AuthFrame.module.css'
import { AuthFrame } from './AuthFrame.tsx'
import { resetPassword } from './auth.ts'
import { newPasswordProblems } from './credentials.ts'
import { PasswordField } from './Fields.tsx'
import { useForm } from './form.ts'
import { useLeave } from './leave.ts'
import { resetRefusal } from './refusals.ts'
import button from './SubmitButton.module.css'
import { SubmitButton } from './SubmitButton.tsx'

/** Where the link of a mail leads. All sessions end with the change, so the next step is the login. */
export function NewPassword({ token, onAskAgain }: { token: string; onAskAgain: () => void }) {
  const { ref, problems, onInput, check } = useForm(['password', 'confirmPassword'], newPasswordProblems)
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
      await resetPassword(token, given.password)
      toast({ kind: 'success', message: resetText.changed })
      leave('/login', 0)
    } catch (error) {
      setFailure(resetRefusal(error, resetText.failed))
    } finally {
      setWorking(false)
    }
  }

  return (
    <AuthFrame
      title="Set a new password"
      lead="Choose one you use nowhere else. You will be logged out on all devices."
      footer={
        <>
          Remembered it? <Link to="/login">Log in</Link>
        </>
      }
    >
      <form ref={ref} className={css.form} method="post" noValidate onSubmit={submit} onInput={onInput}>
        <PasswordField name="password" label="New password" isNew problem={problems.password} />
        <PasswordField
          name="confirmPassword"
          label="Confirm password"
          isNew
          problem={problems.confirmPassword}
        />
        <p role="alert" className={css.alert}>
          {failure}
        </p>
        <SubmitButton label="Set new password" busy={busy && 'Saving...'} />
        {failure === resetText.invalid && (
          <button type="button" className={button.quiet} onClick={onAskAgain}>
            Send me a new link
          </button>
        )}
      </form>
    </AuthFrame>
  )
}
