import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { reportText } from '#/emergency/report-text.ts'
import { randomToken } from '#/emergency/web/random-token.ts'
import { DAY } from '#/kernel/duration.ts'
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

export type Sent = { token: string; animal: string; at: number }
/** `userId`: whose it is; null for a visitor's, which people who log in take over. */
type Kept = { userId?: string | null; draft?: ReportDraft | undefined; sent?: Sent[] }

/** Logging out removes this key. After a session that ended otherwise, only its user sees what is kept. */
const key = 'pawfolk-injured'
const keptMs = DAY
const followedMs = 30 * DAY

function readKept(userId: string | null): Kept {
  try {
    const kept = (JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null) ?? {}
    return (kept.userId ?? userId) === userId ? kept : {}
  } catch {
    return {}
  }
}

/** Replaces whatever another user left. */
function keep(userId: string | null, part: Pick<Kept, 'draft' | 'sent'>): void {
  try {
    localStorage.setItem(key, JSON.stringify({ ...readKept(userId), ...part, userId }))
  } catch {
    // Without storage, the draft lasts as long as the page.
  }
}

const noAnswers = {
  animal: '',
  severity: '',
  place: '',
  city: '',
  note: '',
  phone: '',
  position: null,
  photo: null,
}
const emptyDraft: ReportDraft = { ...noAnswers, followToken: '', startedAt: 0 }

const newDraft = (now: number): ReportDraft => ({ ...emptyDraft, followToken: randomToken(), startedAt: now })

export function readDraft(userId: string | null, now = Date.now()): ReportDraft | undefined {
  const { draft } = readKept(userId)
  return draft && now - draft.startedAt < keptMs ? { ...emptyDraft, ...draft } : undefined
}

/** Tells whether this browser keeps something of a user, rather than a visitor. */
export function isKeptForUser(): boolean {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null
    return Boolean(kept?.userId)
  } catch {
    return false
  }
}

export const keepDraft = (userId: string | null, draft: ReportDraft): void => keep(userId, { draft })

const answersIn = (draft: Partial<ReportDraft>): Partial<ReportDraft> =>
  Object.fromEntries(Object.entries(draft).filter(([name, answer]) => name in noAnswers && answer))

/**
 * Keeps the report and its photo in this browser for a day, in case the tab is closed or the network fails. `person` is who
 * looks at the page: null for a visitor, undefined before we know.
 */
export function useReportDraft(form: { current: HTMLFormElement | null }, person: string | null | undefined) {
  const [draft, setDraft] = useState(emptyDraft)
  const owner = useRef<string | null>(undefined)
  // Text typed into the prerendered form before the page takes over.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page takes over
  useLayoutEffect(() => {
    const typed = Object.fromEntries(new FormData(form.current!))
    setDraft({ ...newDraft(Date.now()), ...answersIn(typed as Partial<ReportDraft>) })
  }, [])
  useLayoutEffect(() => {
    const before = owner.current
    // When a session ends on the open page, the same person may still be writing.
    if (person === undefined || (person === null && before)) return
    owner.current = person
    setDraft((now) => {
      if (before && before !== person) return readDraft(person) ?? newDraft(Date.now())
      const answers = answersIn(now)
      const next = { ...now, ...readDraft(person), ...answers }
      if (Object.keys(answers).length > 0) keepDraft(person, next)
      return next
    })
  }, [person])
  useEffect(() => {
    // Logging out in another tab removes what is kept.
    const clear = (event: StorageEvent) => {
      if (event.key !== key || event.newValue !== null) return
      owner.current = null
      setDraft(newDraft(Date.now()))
    }
    window.addEventListener('storage', clear)
    return () => window.removeEventListener('storage', clear)
  }, [])
  function change(part: Partial<ReportDraft>) {
    setDraft((before) => {
      const next = { ...before, ...part }
      if (owner.current !== undefined) keepDraft(owner.current, next)
      return next
    })
  }
  return {
    draft,
    change,
    keepSent(sent: Sent) {
      if (owner.current !== undefined || !isKeptForUser()) keepSent(owner.current ?? null, sent)
    },
  }
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

/** Lists the reports that this person sent here and can follow, the latest first. */
export const readSent = (userId: string | null, now = Date.now()): Sent[] =>
  (readKept(userId).sent ?? []).filter(({ at }) => now - at < followedMs)

/** Remembers how to follow the report, and forgets its draft. */
export function keepSent(userId: string | null, sent: Sent): void {
  const others = readSent(userId).filter(({ token }) => token !== sent.token)
  keep(userId, { draft: undefined, sent: [sent, ...others].slice(0, 5) })
}
