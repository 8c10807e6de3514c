import { type ReactNode, type SyntheticEvent, useState } from 'react'
import { resetText } from '#/accounts/text.ts'
import { toast } from '#/kernel/web/toast.ts'
import css from './AuthFrame.module.css'
import { newPasswordProblems } from './credentials.ts'
import { PasswordField } from './Fields.tsx'
import { useForm } from './form.ts'
import { useLeave } from './leave.ts'
import { resetRefusal } from './refusals.ts'
import { SubmitButton } from './SubmitButton.tsx'

type Props = {
  label: string
  save: (password: string) => Promise<void>
  /** Shown before going to `next`. */
  saved: string
  next: string
  children: (state: { failure: string; busy: boolean }) => ReactNode
}

export function NewPasswordForm({ label, save, saved, next, children }: Props) {
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
      await save(given.password)
      toast({ kind: 'success', message: saved })
      leave(next, 0)
    } catch (error) {
      setFailure(resetRefusal(error, resetText.failed))
    } finally {
      setWorking(false)
    }
  }

  return (
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
      <SubmitButton label={label} busy={busy} busyLabel="Saving..." />
      {children({ failure, busy })}
    </form>
  )
}
