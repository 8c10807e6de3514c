import { Button } from '@mantine/core'
import { type SyntheticEvent, useEffect } from 'react'
import { emailText } from '#/accounts/text.ts'
import { emailProblem, present } from '#/accounts/web/credentials.ts'
import { EmailField } from '#/accounts/web/Fields.tsx'
import { useForm } from '#/accounts/web/form.ts'
import css from './settings.module.css'

type Props = { sending: boolean; onSend: (email: string) => void; onCancel: () => void }

export function ChangeEmail({ sending, onSend, onCancel }: Props) {
  const { ref, problems, onInput, check } = useForm(['email'], ({ email }) =>
    present({ email: emailProblem(email) }),
  )
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref])
  function submit(event: SyntheticEvent) {
    const given = check(event)
    if (given && !sending) onSend(given.email.trim())
  }
  return (
    <form ref={ref} className={css.inRow} method="post" noValidate onSubmit={submit} onInput={onInput}>
      <EmailField label="New email" problem={problems.email} />
      <p>{emailText.change}</p>
      <div className={css.buttons}>
        <Button type="submit" disabled={sending}>
          {sending ? 'Sending...' : 'Send the link'}
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
