import { useLayoutEffect, useState } from 'react'
import { reportText } from '#/emergency/report-text.ts'
import { randomToken } from '#/emergency/web/random-token.ts'
import { isPhoneNumber } from '#/kernel/phone.ts'
import type { Position } from '#/location/rules.ts'

export type ReportDraft = {
  animal: string
  severity: string
  place: string
  city: string
  note: string
  phone: string
  position: Position | null
  /** A JPG as base64. */
  photo: string | null
  /** For the follow link. Made before sending, so that the link works even if the answer is lost. */
  followToken: string
  startedAt: number
}

type Sent = { token: string; animal: string; at: number }
type Kept = { draft?: ReportDraft | undefined; sent?: Sent[] }

/** Logging out removes this key. */
const key = 'pawfolk-injured'
const keptMs = 24 * 3_600_000
const followedMs = 30 * 24 * 3_600_000

function readKept(): Kept {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null) ?? {}
  } catch {
    return {}
  }
}

function keep(part: Kept): void {
  try {
    localStorage.setItem(key, JSON.stringify({ ...readKept(), ...part }))
  } catch {
    // Without storage, the draft lasts as long as the page.
  }
}

const emptyDraft: ReportDraft = {
  ...{ animal: '', severity: '', place: '', city: '', note: '', phone: '' },
  ...{ position: null, photo: null, followToken: '', startedAt: 0 },
}

function readDraft(now: number): ReportDraft {
  const { draft } = readKept()
  if (draft && now - draft.startedAt < keptMs) return { ...emptyDraft, ...draft }
  return { ...emptyDraft, followToken: randomToken(), startedAt: now }
}

/** Keeps the report and its photo in this browser for a day, in case the tab is closed or the network fails. */
export function useReportDraft(form: { current: HTMLFormElement | null }) {
  const [draft, setDraft] = useState(emptyDraft)
  // Text typed into the prerendered form before the page takes over replaces the stored draft.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page takes over
  useLayoutEffect(() => {
    const typed = [...new FormData(form.current!)].filter(([name, text]) => name in emptyDraft && text !== '')
    setDraft({ ...readDraft(Date.now()), ...Object.fromEntries(typed) })
  }, [])
  function change(part: Partial<ReportDraft>) {
    setDraft((before) => {
      const next = { ...before, ...part }
      keep({ draft: next })
      return next
    })
  }
  return { draft, change }
}

export type ReportField = 'animal' | 'severity' | 'place' | 'phone'

export function problemsOf(draft: ReportDraft): Partial<Record<ReportField, string>> {
  const hasPlace = draft.position !== null || (draft.place.trim() !== '' && draft.city.trim() !== '')
  return {
    ...(draft.animal === '' && { animal: reportText.animal }),
    ...(draft.severity === '' && { severity: reportText.severity }),
    ...(!hasPlace && { place: reportText.place }),
    ...(!isPhoneNumber(draft.phone.trim()) && { phone: reportText.phone }),
  }
}

/** Lists the reports that this browser sent and can follow, the latest first. */
export const readSent = (now = Date.now()): Sent[] =>
  (readKept().sent ?? []).filter(({ at }) => now - at < followedMs)

/** Remembers how to follow the report, and forgets its draft. */
export function keepSent(sent: Sent): void {
  const others = readSent().filter(({ token }) => token !== sent.token)
  keep({ draft: undefined, sent: [sent, ...others].slice(0, 5) })
}
