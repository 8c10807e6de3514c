/** Words for the money or session at stake in a claim, for screens and notifications. */
import type { Appointment } from './contract.ts'
import { type Stopped, wasCutShort } from './rules.ts'

type Money = {
  payment: unknown
  package: Pick<NonNullable<Appointment['package']>, 'title' | 'isOver'> | null
}

/** Tells whether a claim made at `at` says that the provider left early, not that they didn't come. */
export const isAboutLeaving = (visit: Stopped, at: Date): boolean =>
  wasCutShort(visit) && visit.stoppedAt! <= at

/** Returns the owner's claim at `at`, worded to follow the provider's name. */
export const missedText = (visit: Stopped, at: Date): string =>
  isAboutLeaving(visit, at) ? 'left early' : 'didn’t come'

/** Tells whether it was or will be paid for here: by its own payment, or with a session of a package. */
export const hasMoney = ({ payment, package: bought }: Money): boolean => Boolean(payment) || bought !== null

/** Continues 'we'll cancel the appointment' with what the owner gets back; empty if nothing was paid here. */
export function andGiveBack({ payment, package: bought }: Money, reader: 'owner' | 'provider'): string {
  const you = reader === 'owner' ? 'you' : 'the owner'
  if (payment) return ` and refund ${you} in full`
  if (!bought) return ''
  if (bought.isOver) return ` and refund ${you} for the session`
  return `, and the session goes back to ${reader === 'owner' ? 'your' : 'the owner’s'} package “${bought.title}”`
}
