import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { OwnWaysIn } from '#/accounts/contract.ts'
import { providerNames, providers } from '#/accounts/providers.ts'
import { proofText, socialText } from '#/accounts/text.ts'
import { HOUR } from '#/kernel/duration.ts'
import { formatPhone } from '#/kernel/phone.ts'
import auth from './AuthFrame.module.css'
import { accounts } from './accounts.ts'
import { beginProof, proveByEmail, proveByPhone, sendMailCode, sendPhoneCode } from './auth.ts'
import { PhoneCodeForm } from './PhoneCodeForm.tsx'
import css from './ProofDialog.module.css'
import { ProofPassword } from './ProofPassword.tsx'
import { phoneReason, socialReason } from './refusals.ts'
import button from './SubmitButton.module.css'

type Props = { ways: OwnWaysIn; onProved: () => void }

/** Offers the password, if there is one, and a code by phone or email, or another login at a provider. */
export function ProofWays({ ways, onProved }: Props) {
  const setUp = useQuery(accounts.query.waysIn.queryOptions({ staleTime: HOUR })).data
  const [sent, setSent] = useState<{ to: string; at: number }>()
  const [busy, setBusy] = useState<string>()
  const [failure, setFailure] = useState('')
  const linked = providers.filter((provider) => ways[provider] && setUp?.[provider] !== false)
  const codes = codesFor(ways).filter(({ isByPhone }) => !isByPhone || setUp?.phone !== false)

  async function begin(way: string, task: () => Promise<void>, words: (error: unknown) => string) {
    setFailure('')
    setBusy(way)
    try {
      await task()
    } catch (error) {
      setFailure(words(error))
      setBusy(undefined)
    }
  }
  const sendCode = async ({ to, send }: Code) => {
    await send()
    setSent({ to, at: Date.now() })
    setBusy(undefined)
  }

  const waiting = codes.find(({ to }) => to === sent?.to)
  if (sent && waiting)
    return (
      <PhoneCodeForm
        key={sent.at}
        number={sent.to}
        sentAt={sent.at}
        leaving={false}
        failedTitle={proofText.failedTitle}
        enter={async (code) => {
          await waiting.prove(code)
          onProved()
        }}
        sendAgain={() => sendCode(waiting)}
        back={{ label: proofText.otherWay, go: () => setSent(undefined) }}
      />
    )
  return (
    <div className={css.ways}>
      {ways.password && <ProofPassword onProved={onProved} />}
      <p role="alert" className={auth.alert}>
        {failure}
      </p>
      {codes.map((code) => (
        <button
          key={code.to}
          type="button"
          className={button.quiet}
          disabled={busy !== undefined}
          onClick={() => begin(code.to, () => sendCode(code), phoneReason)}
        >
          {busy === code.to ? 'Sending...' : proofText.sendCode(formatPhone(code.to))}
        </button>
      ))}
      {linked.map((provider) => {
        const name = providerNames[provider]
        const leave = async () => window.location.assign(await beginProof(provider))
        return (
          <button
            key={provider}
            type="button"
            className={button.quiet}
            disabled={busy !== undefined}
            onClick={() =>
              begin(provider, leave, (error) => socialText.failed(name, socialReason(error, name)))
            }
          >
            {busy === provider ? `Going to ${name}...` : `Continue with ${name}`}
          </button>
        )
      })}
      {!ways.password && (
        <p>
          {proofText.noWay} <Link to="/reset-password">{proofText.newPassword}</Link>
        </p>
      )}
    </div>
  )
}

type Code = { to: string; isByPhone: boolean; send(): Promise<void>; prove(code: string): Promise<void> }

function codesFor({ phoneNumber, email, emailConfirmed }: OwnWaysIn): Code[] {
  const codes: Code[] = []
  if (phoneNumber) {
    const send = () => sendPhoneCode(phoneNumber)
    codes.push({ to: phoneNumber, isByPhone: true, send, prove: proveByPhone })
  }
  if (email && emailConfirmed)
    codes.push({ to: email, isByPhone: false, send: sendMailCode, prove: proveByEmail })
  return codes
}
