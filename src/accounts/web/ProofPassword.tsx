import { type SyntheticEvent, useState } from 'react'
import { Link } from 'react-router'
import { settingsText } from '#/accounts/text.ts'
import css from './AuthFrame.module.css'
import { proveByPassword } from './auth.ts'
import { present } from './credentials.ts'
import { PasswordField } from './Fields.tsx'
import { useForm } from './form.ts'
import { passwordRefusal } from './refusals.ts'
import { SubmitButton } from './SubmitButton.tsx'

export function ProofPassword({ onProved }: { onProved: () => void }) {
  const { ref, problems, onInput, check } = useForm(['proof'], ({ proof }) =>
    present({ proof: proof === '' ? settingsText.currentRequired : undefined }),
  )
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState('')

  async function submit(event: SyntheticEvent) {
    const given = check(event)
    setFailure('')
    if (!given || working) return
    setWorking(true)
    try {
      await proveByPassword(given.proof)
      onProved()
    } catch (error) {
      setFailure(passwordRefusal(error))
      setWorking(false)
    }
  }

  return (
    <form ref={ref} className={css.form} method="post" noValidate onSubmit={submit} onInput={onInput}>
      <PasswordField name="proof" label="Your password" problem={problems.proof} />
      <p role="alert" className={css.alert}>
        {failure}
      </p>
      <SubmitButton label="Continue" busy={working} busyLabel="Checking..." />
      <Link to="/reset-password" className={css.forgot}>
        Forgot it?
      </Link>
    </form>
  )
}
