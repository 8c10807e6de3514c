import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { OwnWaysIn } from '#/accounts/contract.ts'
import { showPhoneNumber } from '#/accounts/phone.ts'
import { type Provider, providerNames, providers } from '#/accounts/providers.ts'
import { proofText, socialText } from '#/accounts/text.ts'
import auth from './AuthFrame.module.css'
import { beginProof, proveByPhone, sendPhoneCode } from './auth.ts'
import { PhoneCodeForm } from './PhoneCodeForm.tsx'
import css from './ProofDialog.module.css'
import { ProofPassword } from './ProofPassword.tsx'
import { phoneReason, socialReason } from './refusals.ts'
import button from './SubmitButton.module.css'
import { accounts } from './session.ts'

type Props = { ways: OwnWaysIn; onProved: () => void }

/** The password, if there is one; beside it a code to the phone, or signing in once more with a provider. */
export function ProofWays({ ways, onProved }: Props) {
  const setUp = useQuery(accounts.query.waysIn.queryOptions({ staleTime: 3600_000 })).data
  const [sentAt, setSentAt] = useState<number>()
  const [busy, setBusy] = useState<'phone' | Provider>()
  const [failure, setFailure] = useState('')
  const { phoneNumber } = ways
  const linked = providers.filter((provider) => ways[provider] && setUp?.[provider] !== false)

  async function begin(
    way: 'phone' | Provider,
    task: () => Promise<void>,
    words: (error: unknown) => string,
  ) {
    setFailure('')
    setBusy(way)
    try {
      await task()
    } catch (error) {
      setFailure(words(error))
      setBusy(undefined)
    }
  }
  const sendCode = async (number: string) => {
    await sendPhoneCode(number)
    setSentAt(Date.now())
    setBusy(undefined)
  }

  if (phoneNumber && sentAt)
    return (
      <PhoneCodeForm
        key={sentAt}
        number={phoneNumber}
        sentAt={sentAt}
        leaving={false}
        enter={async (code) => {
          await proveByPhone(code)
          onProved()
        }}
        sendAgain={() => sendCode(phoneNumber)}
        back={{ label: proofText.otherWay, go: () => setSentAt(undefined) }}
      />
    )
  return (
    <div className={css.ways}>
      {ways.password && <ProofPassword onProved={onProved} />}
      <p role="alert" className={auth.alert}>
        {failure}
      </p>
      {phoneNumber && setUp?.phone !== false && (
        <button
          type="button"
          className={button.quiet}
          disabled={busy !== undefined}
          onClick={() => begin('phone', () => sendCode(phoneNumber), phoneReason)}
        >
          {busy === 'phone' ? 'Sending...' : proofText.sendCode(showPhoneNumber(phoneNumber))}
        </button>
      )}
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
