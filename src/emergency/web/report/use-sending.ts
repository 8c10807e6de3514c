import { useState } from 'react'
import { useNavigate } from 'react-router'
import { followPath } from '#/emergency/injured.ts'
import type { ReportDraft, Sent } from './report-draft.ts'

/** Loaded once somebody uses the form, to keep the page's first load small. */
export const sending = () => import('./sending.ts')

export const prefetchSending = () => void sending().catch(() => undefined)

const offlineText =
  'We can’t be reached. Your report is kept on this phone: press “Send report” again once you’re online. You can still call.'

type Code = { number: string; sentAt: number }

/** Sends a report; guests first get a code on their phone. */
export function useSending({ isGuest, keepSent }: { isGuest: boolean; keepSent(sent: Sent): void }) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const [code, setCode] = useState<Code>()
  const [proof, setProof] = useState<{ number: string; proof: string }>()

  async function working(task: () => Promise<void>) {
    setFailure('')
    setBusy(true)
    try {
      await task()
    } catch (error) {
      const reason = await sending().then(
        ({ reasonOf }) => reasonOf(error),
        () => undefined,
      )
      setFailure(reason ?? offlineText)
    }
    setBusy(false)
  }

  async function deliver(draft: ReportDraft, phoneProof: string | null) {
    await (await sending()).deliver(draft, phoneProof)
    keepSent({ token: draft.followToken, animal: draft.animal, at: Date.now() })
    await navigate(followPath(draft.followToken), { replace: true })
  }

  /** Returns false if a code is needed, a first one or another one because the proof has expired. */
  async function deliverIfAccepted(draft: ReportDraft, phoneProof: string | null): Promise<boolean> {
    try {
      await deliver(draft, phoneProof)
      return true
    } catch (error) {
      if ((await sending()).needsCode(error)) return false
      throw error
    }
  }

  async function askForCode(number: string): Promise<boolean> {
    if ((await (await sending()).askForCode(number)) === 'not-needed') return false
    setCode({ number, sentAt: Date.now() })
    return true
  }

  return {
    busy,
    failure,
    code,
    submit: (draft: ReportDraft) =>
      working(async () => {
        const number = draft.phone.trim()
        const own = proof?.number === number ? proof.proof : null
        if ((own !== null || !isGuest) && (await deliverIfAccepted(draft, own))) return
        setProof(undefined)
        if (!(await askForCode(number))) await deliver(draft, null)
      }),
    enter: async (draft: ReportDraft, entered: string) => {
      const number = code!.number
      const confirmed = await (await sending()).confirmPhone(number, entered)
      setProof({ number, proof: confirmed })
      // From here on, a failure is shown below the form, which sends again without another code.
      setCode(undefined)
      await working(() => deliver(draft, confirmed))
    },
    sendAgain: async (draft: ReportDraft) => {
      if (await askForCode(code!.number)) return
      setCode(undefined)
      await working(() => deliver(draft, null))
    },
    back: () => setCode(undefined),
  }
}
