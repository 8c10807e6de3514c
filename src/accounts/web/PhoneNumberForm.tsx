import { type SyntheticEvent, useEffect, useState } from 'react'
import { toPhoneNumber } from '#/accounts/phone.ts'
import { phoneText } from '#/accounts/text.ts'
import { formatPhone } from '#/kernel/phone.ts'
import { toast } from '#/kernel/web/toast.ts'
import css from './AuthFrame.module.css'
import { present } from './credentials.ts'
import { PhoneField } from './Fields.tsx'
import { useForm } from './form.ts'
import { phoneReason } from './refusals.ts'
import { SubmitButton } from './SubmitButton.tsx'

function problemsOf({ phoneNumber }: { phoneNumber: string }) {
  const problem = phoneNumber.trim() === '' ? phoneText.numberRequired : phoneText.numberInvalid
  return present({ phoneNumber: toPhoneNumber(phoneNumber) ? undefined : problem })
}

export function PhoneNumberForm({ number, send }: { number: string; send(number: string): Promise<void> }) {
  const { ref, problems, onInput, check } = useForm(['phoneNumber'], problemsOf)
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState('')
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref])

  async function submit(event: SyntheticEvent) {
    const given = check(event)
    setFailure('')
    if (!given || sending) return
    setSending(true)
    try {
      await send(toPhoneNumber(given.phoneNumber)!)
    } catch (error) {
      const message = phoneText.sendFailed(phoneReason(error))
      setFailure(message)
      toast({ kind: 'error', title: phoneText.failedTitle, message })
      setSending(false)
    }
  }

  return (
    <form ref={ref} className={css.form} method="post" noValidate onSubmit={submit} onInput={onInput}>
      <PhoneField number={number && formatPhone(number)} problem={problems.phoneNumber} />
      <p role="alert" className={css.alert}>
        {failure}
      </p>
      <SubmitButton label="Send code" busy={sending} busyLabel="Sending..." />
    </form>
  )
}
