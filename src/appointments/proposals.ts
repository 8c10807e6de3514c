/** A provider's proposals of another time for an appointment. Its owner takes the new time or keeps the booked one. */

import { proposalNoticeMinutes } from '#/booking/rules.ts'
import { HOUR, MINUTE } from '#/kernel/duration.ts'

/** The most proposals for one appointment in all, so that its owner isn't asked again and again. */
export const mostProposals = 3

/** An owner has this many hours to answer, unless one of the two times is near. */
export const proposalHours = 24

/** A proposal lapses this many hours before the earlier time, so that both sides know when to be where. */
export const proposalLeadHours = 2

/** Returns when a proposal lapses, and the booked time stands. */
export function proposalLapses(now: Date, startsAt: Date, proposedStartsAt: Date): Date {
  const earlier = Math.min(startsAt.getTime(), proposedStartsAt.getTime())
  return new Date(Math.min(now.getTime() + proposalHours * HOUR, earlier - proposalLeadHours * HOUR))
}

/** Tells whether an appointment that starts then can still be moved by a proposal. */
export const leavesTimeToAnswer = (startsAt: Date, now: Date): boolean =>
  startsAt.getTime() - now.getTime() >= proposalNoticeMinutes * MINUTE
