import { useEffect, useState } from 'react'
import { post, Refused } from './post.ts'

type Json = { createdAt: string; acceptedAt: string | null; setOutAt: string | null; endedAt: string | null }

export type Shown<Report> = Omit<Report, keyof Json> & Json

const everyMs = 20_000

/** Loads a report by its link, and reloads it while the page is visible. */
export function useReport<Report>(path: `/rpc/emergency/${string}`, token: string) {
  const [report, setReport] = useState<Shown<Report>>()
  const [state, setState] = useState<'loading' | 'shown' | 'failed' | 'gone'>('loading')
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new try asks again
  useEffect(() => {
    let over = false
    const again = () => setTries((count) => count + 1)
    const seen = () => document.visibilityState === 'visible' && again()
    post<Shown<Report>>(path, { token }).then(
      (answer) => {
        if (over) return
        setReport(answer)
        setState('shown')
      },
      (error) => {
        if (over) return
        // The link of a malformed token isn't complete.
        const isGone = error instanceof Refused && /^request\.(not_found|malformed)$/.test(error.code)
        setState(isGone ? 'gone' : 'failed')
      },
    )
    const timer = setTimeout(seen, everyMs)
    window.addEventListener('online', again)
    document.addEventListener('visibilitychange', seen)
    return () => {
      over = true
      clearTimeout(timer)
      window.removeEventListener('online', again)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [path, token, tries])
  return {
    report,
    setReport,
    state,
    retry: () => setTries((count) => count + 1),
  }
}

export const timeText = (at: string) =>
  new Date(at).toLocaleString('en-IN', { dateStyle: 'medium', timeStyle: 'short' })
