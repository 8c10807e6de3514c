import { useState } from 'react'
import { AuthError, askPhoneProof, confirmPhone } from '#/accounts/web/index.ts'
import { fieldText } from '#/pets/text.ts'

const noCodes = 'We can’t send you a code right now. Please log in to tell the reporter.'

/** Asks people without an account for a code on their phone, and calls `deliver` with the proof of it. */
export function useGuestCode(deliver: (proof: string) => Promise<void>) {
  const [code, setCode] = useState<{ number: string; sentAt: number }>()
  const [proof, setProof] = useState<{ number: string; proof: string }>()
  const [isBusy, setBusy] = useState(false)

  async function send(number: string): Promise<string | undefined> {
    if ((await askPhoneProof(number)) === 'not-possible') return noCodes
    setCode({ number, sentAt: Date.now() })
    return undefined
  }

  return {
    code,
    isBusy,
    /** Sends a code, or delivers if the number is confirmed already. Returns why neither worked. */
    async begin(number: string): Promise<string | undefined> {
      setBusy(true)
      try {
        if (proof?.number !== number) return await send(number)
        await deliver(proof.proof)
        return undefined
      } catch (error) {
        return reasonOf(error)
      } finally {
        setBusy(false)
      }
    },
    async enter(entered: string): Promise<void> {
      const { number } = code!
      const confirmed = await confirmPhone(number, entered)
      setProof({ number, proof: confirmed })
      // From here on, a failure is shown in the form, which sends again without another code.
      setCode(undefined)
      await deliver(confirmed)
    },
    async sendAgain(): Promise<void> {
      await send(code!.number)
    },
    back: () => setCode(undefined),
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof AuthError) || error.status === 0) return 'We can’t be reached. Please try again.'
  if (error.code === 'INVALID_PHONE_NUMBER') return fieldText.phone
  if (error.code === 'TOO_SOON') return `We can send you another code in ${error.retryAfter} seconds.`
  return noCodes
}
