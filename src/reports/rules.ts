import { DAY, MINUTE } from '#/kernel/duration.ts'

export const statuses = ['lost', 'found'] as const
export type ReportStatus = (typeof statuses)[number]

export const states = ['active', 'reunited', 'withdrawn', 'stale'] as const
export type ReportState = (typeof states)[number]

export const sizes = ['small', 'medium', 'large'] as const
export const whereabouts = ['with_me', 'at_vet', 'at_shelter', 'still_there'] as const

export const reportLimits = {
  area: 200,
  photos: 6,
  comment: 1000,
  place: 200,
  direction: 200,
  reason: 500,
  message: 2000,
} as const

/** Comments and sightings that someone can add to one report of somebody else in a day. */
export const mostEntriesADay = 10

/** Reports in one page of the feed for programs. */
export const feedPage = 100

/** `square`: pixels of a map's square, in which reports are counted together. */
export const mapLimits = { zoom: 17, squares: 500, square: 64 } as const

/** A report shows this many threads, the last active ones. */
export const mostContacts = 100

export const reportRates = {
  create: { max: 10, windowSeconds: 86_400 },
  write: { max: 60, windowSeconds: 3600 },
  change: { max: 60, windowSeconds: 3600 },
  complain: { max: 20, windowSeconds: 86_400 },
  guest: { max: 20, windowSeconds: 3600 },
  feed: { max: 120, windowSeconds: 600 },
  map: { max: 600, windowSeconds: 600 },
  contact: { max: 20, windowSeconds: 86_400 },
  phone: { max: 20, windowSeconds: 86_400 },
} as const

/** The most in a day by people who have confirmed neither an email address nor a phone number. */
export const unconfirmedADay = { reports: 1, contacts: 2 } as const

/** The most in a day about one report by all these people together. Comments and sightings are `entries`. */
export const unconfirmedTogether = { entries: 10, contacts: 5 } as const

/**
 * Sightings by people without an account. `perPhone`: in a day from one confirmed number. `photo`: characters as base64, to
 * which the browser shrinks it.
 */
export const guestLimits = { perPhone: 3, photo: 240_000, phoneDays: 90 } as const

/** Outcomes of a complaint: the report is removed, or stays. */
export const complaintOutcomes = ['acted', 'no_breach'] as const
export type ComplaintOutcome = (typeof complaintOutcomes)[number]

/** Reports lapse so long after their reporter last said that they still hold. */
export const staleDays = 182
export const askDays = 7

export const staleAt = (renewedAt: Date) => new Date(renewedAt.getTime() + staleDays * DAY)
export const nextAskAt = (at: Date) => new Date(at.getTime() + askDays * DAY)

/** Tells whether the weekly question is open: it was asked after the reporter's last answer. */
export const isAsked = ({ renewedAt, askAt }: { renewedAt: Date; askAt: Date }) =>
  askAt > nextAskAt(renewedAt)

/** Clocks of phones run ahead by some minutes. */
export const clockSlackMs = 5 * MINUTE

export const isInFuture = (seenAt: Date, now: Date) => seenAt.getTime() > now.getTime() + clockSlackMs

/** Older sightings are of no use, and are mostly typing mistakes. */
export const oldestSeenYears = 2
export const isTooLongAgo = (seenAt: Date, now: Date) =>
  seenAt.getTime() < now.getTime() - oldestSeenYears * 365 * DAY

export const moves = ['reunite', 'withdraw', 'lapse', 'revive', 'renew'] as const
export type ReportMove = (typeof moves)[number]

const table: Readonly<Record<ReportMove, { from: ReportState; to: ReportState }>> = {
  reunite: { from: 'active', to: 'reunited' },
  withdraw: { from: 'active', to: 'withdrawn' },
  lapse: { from: 'active', to: 'stale' },
  revive: { from: 'stale', to: 'active' },
  renew: { from: 'active', to: 'active' },
}

/** Returns the state after a move, or null where it isn't allowed. */
export function stateAfter(move: ReportMove, state: ReportState): ReportState | null {
  return table[move].from === state ? table[move].to : null
}

export const distances = [5, 10, 25, 50] as const
export type Distance = (typeof distances)[number]
export const defaultDistance: Distance = 25
export const periods = [7, 30, 90] as const
