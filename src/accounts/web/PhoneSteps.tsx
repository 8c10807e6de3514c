import { useState } from 'react'
import { codeRules } from '#/accounts/rules.ts'
import { phoneText } from '#/accounts/text.ts'
import { toast } from '#/kernel/web/toast.ts'
import { sendPhoneCode, signInByPhone } from './auth.ts'
import { useLeave } from './leave.ts'
import { PhoneCodeForm } from './PhoneCodeForm.tsx'
import { PhoneNumberForm } from './PhoneNumberForm.tsx'
import button from './SubmitButton.module.css'

type Props = {
  onBack: () => void
  /** While it is true, signing in is under way, and this says where it leads. */
  onBusy: (busy: boolean) => void
}

type Sent = { number: string; at: number }

/** Two steps: the number, then the code it was sent. Login and sign-up are the same: a number is one account. */
export default function PhoneSteps({ onBack, onBusy }: Props) {
  const [sent, setSent] = useState<Sent>()
  const [step, setStep] = useState<'number' | 'code'>('number')
  const { leaving, leave } = useLeave()

  async function send(number: string) {
    // Whoever went back and comes with the same number again has a code that is still good.
    const isUnderWay = sent?.number === number && Date.now() - sent.at < codeRules.pauseSeconds * 1000
    if (!isUnderWay) {
      await sendPhoneCode(number)
      toast({ kind: 'success', message: phoneText.sent })
      setSent({ number, at: Date.now() })
    }
    setStep('code')
  }

  async function enter(code: string) {
    onBusy(true)
    const { isNew } = await signInByPhone(sent?.number ?? '', code).catch((error) => {
      onBusy(false)
      throw error
    })
    toast({ kind: 'success', message: isNew ? phoneText.signedUp : phoneText.loggedIn })
    leave(isNew ? '/role-selection' : '/dashboard', 0)
  }

  return (
    <>
      {step === 'code' && sent ? (
        <PhoneCodeForm
          key={sent.at}
          number={sent.number}
          sentAt={sent.at}
          leaving={leaving}
          enter={enter}
          sendAgain={() => send(sent.number)}
          onChangeNumber={() => setStep('number')}
        />
      ) : (
        <PhoneNumberForm number={sent?.number ?? ''} send={send} />
      )}
      <button type="button" className={button.plain} disabled={leaving} onClick={onBack}>
        Back to email
      </button>
    </>
  )
}
