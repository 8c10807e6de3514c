/** The rules of a meet & greet: a free meeting before an owner's first booking with a sitter. */

import type { AppointmentStatus } from '#/appointments/rules.ts'
import { hasLink } from '#/kernel/contact.ts'
import { DAY, HOUR, MINUTE } from '#/kernel/duration.ts'
import type { ClockTime, Day } from '#/kernel/time.ts'
import { instantAt, minutesOf } from '#/kernel/time.ts'

export const meetKinds = ['public', 'sitters_home', 'owners_home', 'video', 'phone'] as const
export type MeetKind = (typeof meetKinds)[number]

export const meetStatuses = ['asked', 'agreed', 'declined', 'expired', 'cancelled', 'passed'] as const
export type MeetStatus = (typeof meetStatuses)[number]

/** The appointment status whose chip looks the same. */
export const meetChips: Readonly<Record<MeetStatus, AppointmentStatus>> = {
  asked: 'pending',
  agreed: 'confirmed',
  declined: 'declined',
  expired: 'expired',
  cancelled: 'cancelled',
  passed: 'completed',
}

export type MeetSide = 'owner' | 'sitter'

/** The length of a meeting, for calendars and the list. */
export const meetMinutes = 30
export const mostMeetTimes = 3
/** The maximum number of times that the two sides can suggest times, in turn. */
export const mostSuggestions = 6
/** Suggested times are this many hours to this many days ahead. */
export const meetHoursAhead = 2
export const meetDaysAhead = 60
export const meetAnswerHours = 48
/** The maximum number of an owner's meetings that are asked for or ahead. */
export const mostOpenMeets = 3
export const mostMeetsADay = 5
/** The maximum number of meetings that wait for one sitter. */
export const mostMeetsWaiting = 20
export const mostMeetMessage = 1000
/** After a decline, or this many cancellations, an owner waits some days before asking the same sitter again. */
export const mostWithdrawnMeets = 2
export const meetRestDays = 14

/** Tells whether a place is a link, which only a video call needs. */
export const isLinkedPlace = (kind: MeetKind, place: string): boolean => kind !== 'video' && hasLink(place)

/** Returns the side that says where: they have the address, the number or the link. */
export const hostOf = (kind: MeetKind): MeetSide =>
  kind === 'public' || kind === 'owners_home' ? 'owner' : 'sitter'

export const isAtAPlace = (kind: MeetKind): boolean => kind !== 'video' && kind !== 'phone'

type Meet = {
  status: MeetStatus
  suggestedBy: MeetSide
  suggestions: number
  answerBy: Date
  startsAt: Date | null
}

/** Returns the status by the clock: the sweep writes it a little later. */
export function meetStatusAt({ status, answerBy, startsAt }: Meet, now: Date): MeetStatus {
  if (status === 'asked' && answerBy <= now) return 'expired'
  return status === 'agreed' && meetEndsAt(startsAt!) <= now ? 'passed' : status
}

export const meetEndsAt = (startsAt: Date) => new Date(startsAt.getTime() + meetMinutes * MINUTE)

export const meetMoves = ['accept', 'suggest', 'decline', 'cancel'] as const
export type MeetMove = (typeof meetMoves)[number]

export const meetMovesTo = {
  accept: 'agreed',
  suggest: 'asked',
  decline: 'declined',
  cancel: 'cancelled',
} as const satisfies Record<MeetMove, MeetStatus>

/** Returns the moves that a side can make now. */
export function meetMovesOf(side: MeetSide, meet: Meet, now: Date): MeetMove[] {
  const status = meetStatusAt(meet, now)
  if (status === 'agreed') return meet.startsAt! > now ? ['cancel'] : []
  if (status !== 'asked') return []
  const end: MeetMove = side === 'owner' ? 'cancel' : 'decline'
  if (meet.suggestedBy === side) return [end]
  return meet.suggestions < mostSuggestions ? ['accept', 'suggest', end] : ['accept', end]
}

/** Returns when an answer is due: within 48 hours, and before the last suggested time. */
export function meetAnswerBy(times: readonly Date[], now: Date): Date {
  const last = Math.max(...times.map((time) => time.getTime()))
  return new Date(Math.min(now.getTime() + meetAnswerHours * HOUR, last))
}

export type MeetTime = { date: Day; time: ClockTime }

export type MeetTimeProblem = 'sitting.meet_no_time' | 'sitting.meet_too_soon' | 'sitting.meet_too_far'

/** Returns the instant of a suggested time on the sitter's clock, or why it can't be suggested. */
export function meetTimeAt({ date, time }: MeetTime, zone: string, now: Date): Date | MeetTimeProblem {
  const at = instantAt(date, minutesOf(time), zone)
  if (!at) return 'sitting.meet_no_time'
  const ahead = at.getTime() - now.getTime()
  if (ahead < meetHoursAhead * HOUR) return 'sitting.meet_too_soon'
  return ahead > meetDaysAhead * DAY ? 'sitting.meet_too_far' : at
}
