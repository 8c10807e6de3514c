import { type SyntheticEvent, useEffect, useState } from 'react'
import { codeRules, isCode, plainCode } from '#/accounts/rules.ts'
import { phoneText } from '#/accounts/text.ts'
import { formatPhone } from '#/kernel/phone.ts'
import { toast } from '#/kernel/web/toast.ts'
import css from './AuthFrame.module.css'
import { present } from './credentials.ts'
import { CodeField } from './Fields.tsx'
import { useForm } from './form.ts'
import { phoneReason } from './refusals.ts'
import button from './SubmitButton.module.css'
import { SubmitButton } from './SubmitButton.tsx'

type Props = {
  /** A phone number or email address. */
  number: string
  /** In milliseconds; a new code can be requested a minute later. */
  sentAt: number
  leaving: boolean
  enter(code: string): Promise<void>
  sendAgain(): Promise<void>
  back: { label: string; go: () => void }
  failedTitle?: string
}

export function PhoneCodeForm({
  number,
  sentAt,
  leaving,
  enter,
  sendAgain,
  back,
  failedTitle = phoneText.failedTitle,
}: Props) {
  const { ref, problems, onInput, check } = useForm(['code'], ({ code }) =>
    present({ code: codeProblem(code) }),
  )
  const [working, setWorking] = useState<'entering' | 'sending'>()
  const [failure, setFailure] = useState('')
  const secondsLeft = useSecondsUntil(sentAt + codeRules.pauseSeconds * 1000)
  const busy = working !== undefined || leaving
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref])

  async function work(kind: 'entering' | 'sending', task: () => Promise<void>) {
    const words = kind === 'entering' ? phoneText.verifyFailed : phoneText.sendFailed
    setFailure('')
    setWorking(kind)
    try {
      await task()
    } catch (error) {
      const message = words(phoneReason(error))
      setFailure(message)
      toast({ kind: 'error', title: failedTitle, message })
    } finally {
      setWorking(undefined)
    }
  }

  function submit(event: SyntheticEvent) {
    const given = check(event)
    setFailure('')
    if (given && !busy) void work('entering', () => enter(plainCode(given.code)))
  }

  return (
    <form ref={ref} className={css.form} method="post" noValidate onSubmit={submit} onInput={onInput}>
      <p className={css.sentTo}>
        We sent a code to <strong>{formatPhone(number)}</strong>. It works for 5 minutes.
      </p>
      <CodeField problem={problems.code} />
      <p role="alert" className={css.alert}>
        {failure}
      </p>
      <SubmitButton label="Verify code" busy={working === 'entering' || leaving} busyLabel="Verifying..." />
      <button
        type="button"
        className={button.quiet}
        disabled={busy || secondsLeft > 0}
        onClick={() => work('sending', sendAgain)}
      >
        {working === 'sending'
          ? 'Sending...'
          : secondsLeft > 0
            ? `Send a new code in ${secondsLeft} s`
            : 'Send a new code'}
      </button>
      <button type="button" className={button.plain} disabled={busy} onClick={back.go}>
        {back.label}
      </button>
    </form>
  )
}

function codeProblem(typed: string): string | undefined {
  const code = plainCode(typed)
  if (code === '') return phoneText.codeRequired
  return isCode(code) ? undefined : phoneText.codeIncomplete
}

function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(Date.now)
  const left = Math.max(0, Math.ceil((moment - now) / 1000))
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setNow(Date.now()), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return left
}
