import { useState } from 'react'
import { codeRules } from '#/accounts/rules.ts'
import { phoneText } from '#/accounts/text.ts'
import { toast } from '#/kernel/web/toast.ts'
import { sendPhoneCode } from './auth.ts'
import { PhoneCodeForm } from './PhoneCodeForm.tsx'
import { PhoneNumberForm } from './PhoneNumberForm.tsx'
import button from './SubmitButton.module.css'

type Props = {
  enter(number: string, code: string): Promise<void>
  /** True once the code was accepted and the page is about to change. */
  leaving: boolean
  backLabel: string
  onBack: () => void
}

type Sent = { number: string; at: number }

/** Asks for a number, then for its code. Login and sign-up are the same, because a number is one account. */
export default function PhoneSteps({ enter, leaving, backLabel, onBack }: Props) {
  const [sent, setSent] = useState<Sent>()
  const [step, setStep] = useState<'number' | 'code'>('number')

  async function send(number: string) {
    // The code is still valid for a person who went back and entered the same number again.
    const isUnderWay = sent?.number === number && Date.now() - sent.at < codeRules.pauseSeconds * 1000
    if (!isUnderWay) {
      await sendPhoneCode(number)
      toast({ kind: 'success', message: phoneText.sent })
      setSent({ number, at: Date.now() })
    }
    setStep('code')
  }

  return (
    <>
      {step === 'code' && sent ? (
        <PhoneCodeForm
          key={sent.at}
          number={sent.number}
          sentAt={sent.at}
          leaving={leaving}
          enter={(code) => enter(sent.number, code)}
          sendAgain={() => send(sent.number)}
          back={{ label: 'Change Phone Number', go: () => setStep('number') }}
        />
      ) : (
        <PhoneNumberForm number={sent?.number ?? ''} send={send} />
      )}
      <button type="button" className={button.plain} disabled={leaving} onClick={onBack}>
        {backLabel}
      </button>
    </>
  )
}
