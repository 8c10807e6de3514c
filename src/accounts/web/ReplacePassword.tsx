import { type SyntheticEvent, useState } from 'react'
import { resetText } from '#/accounts/text.ts'
import { toast } from '#/kernel/web/toast.ts'
import css from './AuthFrame.module.css'
import { AuthFrame } from './AuthFrame.tsx'
import { replacePassword, signIn } from './auth.ts'
import { newPasswordProblems } from './credentials.ts'
import { PasswordField } from './Fields.tsx'
import { useForm } from './form.ts'
import { useLeave } from './leave.ts'
import { resetRefusal } from './refusals.ts'
import button from './SubmitButton.module.css'
import { SubmitButton } from './SubmitButton.tsx'

type Props = { email: string; current: string; onBack: () => void }

/** For a provider whose password is guessed first: the login goes on with another one. */
export default function ReplacePassword({ email, current, onBack }: Props) {
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
      await replacePassword({ email, current, password: given.password })
      await signIn(email, given.password)
      toast({ kind: 'success', message: resetText.replaced })
      leave('/dashboard', 0)
    } catch (error) {
      setFailure(resetRefusal(error, resetText.failed))
    } finally {
      setWorking(false)
    }
  }

  return (
    <AuthFrame isAnswer title="Choose another password" lead={resetText.commonAtLogin}>
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
        <SubmitButton label="Save and log in" busy={busy && 'Saving...'} />
        <button type="button" className={button.plain} disabled={busy} onClick={onBack}>
          Back to login
        </button>
      </form>
    </AuthFrame>
  )
}
