import { missedText } from '#/appointments/claim-words.ts'
import type { Appointment, Change, Visit } from '#/appointments/contract.ts'
import { formatInstant } from '#/kernel/time.ts'
import { statusText } from './words.ts'

export type Told = {
  timeZone: string
  /** The names of both sides; the reader is 'you'. */
  owner: string
  provider: string
  /** Paid online, so a pending appointment waits for its payment. */
  isPaidHere: boolean
  /** Returns the owner's claim at a time, worded to follow the provider's name. */
  missedAt?: (at: Date) => string
}

export function toldOf(appointment: Appointment | Visit): Told & { id: string } {
  const { id, timeZone, isPaidHere } = appointment
  const [owner, provider] =
    'provider' in appointment ? ['you', appointment.provider.name] : [appointment.owner.name, 'you']
  return {
    id,
    timeZone,
    owner: owner!,
    provider: provider!,
    isPaidHere,
    missedAt: (at) => missedText(appointment, at),
  }
}

/** Returns the change and its author, like 'Accepted by Dr. Meera Iyer' or 'Expired automatically'. */
export function changeText({ at, what, by, moved, status }: Change, about: Told): string {
  const { timeZone, owner, provider, isPaidHere, missedAt } = about
  const who = by === 'system' ? 'automatically' : `by ${{ owner, provider, support: 'Support' }[by]}`
  switch (what) {
    case 'requested':
      return `${isPaidHere ? 'Booked' : 'Requested'} ${who}`
    case 'confirmed':
      if (by === 'system') return 'Paid, and confirmed automatically'
      // The owner's own booking, in a trade that confirms at once.
      return by === 'owner' ? `Booked ${who}` : `Accepted ${who}`
    case 'declined':
      return `Declined ${who}`
    case 'cancelled':
      return `Cancelled ${who}`
    case 'completed':
      if (by === 'owner') return `Early end agreed ${who}`
      return by === 'system' ? 'Completed automatically' : `Marked as done ${who}`
    case 'no_show':
      return `Marked as a no-show ${who}`
    case 'expired':
      return isPaidHere
        ? 'Expired automatically: not paid in time'
        : 'Expired automatically: no answer in time'
    case 'moved':
      return moved
        ? `Moved ${who} from ${formatInstant(moved.from, timeZone)} to ${formatInstant(moved.to, timeZone)}`
        : `Moved ${who}`
    case 'proposed':
      return `Another time proposed ${who}`
    case 'proposal_taken':
      return moved
        ? `New time taken ${who}: moved from ${formatInstant(moved.from, timeZone)} to ${formatInstant(moved.to, timeZone)}`
        : `New time taken ${who}`
    case 'proposal_refused':
      return `Booked time kept ${who}`
    case 'proposal_withdrawn':
      return `Proposed time withdrawn ${who}`
    case 'proposal_lapsed':
      return 'Proposed time lapsed: no answer in time'
    case 'ended_early':
      return `Ended early ${who}`
    case 'resumed':
      return `Early end taken back ${who}`
    case 'early_end_disputed':
      return `Answered ${who}: the owner agreed to the early end`
    case 'decided':
      return `Early end decided ${who}: “${statusText[status]}”`
    case 'absence_reported':
      return `Reported ${who}: ${provider} ${missedAt?.(at) ?? 'didn’t come'}`
    case 'absence_denied':
      return `Answered ${who}: ${provider === 'you' ? 'you did come' : 'they did come'}`
    case 'no_show_contested':
      return `No-show contested ${who}`
    case 'corrected':
      return `Corrected ${who} to “${statusText[status]}”`
  }
}
