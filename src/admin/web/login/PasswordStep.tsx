import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { Link } from 'react-router'
import { isEmail } from '#/accounts/rules.ts'
import { useForm } from '#/accounts/web/index.ts'
import css from './SignIn.module.css'
import { sendPassword, signInProblem } from './sign-in.ts'

type Props = {
  notice: string | undefined | false
  onNext: (next: 'code' | 'authenticator', password: string) => void
}

type Given = { email: string; password: string }

function problemsOf({ email, password }: Given): Partial<Given> {
  return {
    ...(isEmail(email.trim()) ? {} : { email: 'Please enter a valid email' }),
    ...(password ? {} : { password: 'Please enter your password' }),
  }
}

export function PasswordStep({ notice, onNext }: Props) {
  const { ref, problems, onInput, check } = useForm(['email', 'password'], problemsOf)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')

  async function submit(event: SyntheticEvent) {
    const given = check(event)
    setFailure('')
    if (!given || busy) return
    setBusy(true)
    try {
      onNext(await sendPassword(given.email, given.password), given.password)
    } catch (error) {
      setFailure(signInProblem(error))
      setBusy(false)
    }
  }

  return (
    <>
      <h1>Admin login</h1>
      <p className={css.lead}>For the people who run this site. Pet owners and providers log in elsewhere.</p>
      {notice && (
        <p role="status" className={css.notice}>
          {notice}
        </p>
      )}
      <form ref={ref} className={css.form} method="post" noValidate onSubmit={submit} onInput={onInput}>
        <TextInput
          name="email"
          type="email"
          label="Email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          error={problems.email}
        />
        <PasswordInput
          name="password"
          label="Password"
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          error={problems.password}
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
        />
        <p role="alert" className={css.alert}>
          {failure}
        </p>
        <Button type="submit" aria-disabled={busy}>
          {busy ? 'Checking...' : 'Continue'}
        </Button>
      </form>
      <p className={css.footer}>
        <Link to="/login">Log in as a pet owner or provider</Link>
      </p>
    </>
  )
}
