import { Button, TextInput } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { isCode, plainCode } from '#/accounts/rules.ts'
import { useForm } from '#/accounts/web/index.ts'
import css from './SignIn.module.css'
import { sendCode, signInProblem } from './sign-in.ts'

const problemsOf = ({ code }: { code: string }) =>
  isCode(plainCode(code)) ? {} : { code: 'Please enter the 6 digits that your app shows' }

/** Last step: once the code is right, the page shows the admin area automatically. */
export function CodeField({ autoFocus = false }: { autoFocus?: boolean }) {
  const { ref, problems, onInput, check } = useForm(['code'], problemsOf)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')

  async function submit(event: SyntheticEvent) {
    const given = check(event)
    setFailure('')
    if (!given || busy) return
    setBusy(true)
    try {
      await sendCode(plainCode(given.code))
    } catch (error) {
      setFailure(signInProblem(error))
      setBusy(false)
      ref.current?.querySelector('input')?.select()
    }
  }

  return (
    <form ref={ref} className={css.form} method="post" noValidate onSubmit={submit} onInput={onInput}>
      <TextInput
        name="code"
        label="Code"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={20}
        autoFocus={autoFocus}
        error={problems.code}
        classNames={{ input: css.code }}
      />
      <p role="alert" className={css.alert}>
        {failure}
      </p>
      <Button type="submit" aria-disabled={busy}>
        {busy ? 'Verifying...' : 'Login'}
      </Button>
    </form>
  )
}
