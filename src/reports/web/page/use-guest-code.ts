import { useState } from 'react'
import { AuthError, askPhoneProof, confirmPhone, sendPhoneCode } from '#/accounts/web/index.ts'
import { fieldText } from '#/pets/text.ts'

const noCodes = 'We can’t send you a code right now. Please log in to tell the reporter.'

/**
 * Asks people without an account for a code on their phone, and calls `deliver` with the proof of it, which tells whether the
 * proof was still accepted.
 */
export function useGuestCode(deliver: (proof: string) => Promise<boolean>) {
  const [sent, setSent] = useState<{ number: string; sentAt: number }>()
  const [isEntering, setEntering] = useState(false)
  const [proof, setProof] = useState<{ number: string; proof: string }>()
  const [isBusy, setBusy] = useState(false)

  async function send(number: string): Promise<string | undefined> {
    try {
      if ((await askPhoneProof(number)) === 'not-possible') return noCodes
      setSent({ number, sentAt: Date.now() })
    } catch (error) {
      // The last code still works.
      const isTooSoon = error instanceof AuthError && error.code === 'TOO_SOON'
      if (!isTooSoon || sent?.number !== number) throw error
    }
    setEntering(true)
    return undefined
  }

  return {
    code: isEntering ? sent : undefined,
    isBusy,
    /** Delivers if the number is confirmed, and otherwise sends a code. Returns why neither worked. */
    async begin(number: string): Promise<string | undefined> {
      setBusy(true)
      try {
        if (proof?.number === number && (await deliver(proof.proof))) return undefined
        setProof(undefined)
        return await send(number)
      } catch (error) {
        return reasonOf(error)
      } finally {
        setBusy(false)
      }
    },
    async enter(entered: string): Promise<void> {
      const { number } = sent!
      const confirmed = await confirmPhone(number, entered)
      setProof({ number, proof: confirmed })
      // From here on, a failure is shown in the form, which sends again without another code.
      setEntering(false)
      setSent(undefined)
      await deliver(confirmed)
    },
    async sendAgain(): Promise<void> {
      await sendPhoneCode(sent!.number)
      setSent({ ...sent!, sentAt: Date.now() })
    },
    back: () => setEntering(false),
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof AuthError) || error.status === 0) return 'We can’t be reached. Please try again.'
  if (error.code === 'INVALID_PHONE_NUMBER') return fieldText.phone
  if (error.code === 'TOO_SOON') return `We can send you another code in ${error.retryAfter} seconds.`
  return noCodes
}
