import { formatInstant } from '#/kernel/time.ts'
import type { Appointment, Change, Visit } from '#/veterinary/contract.ts'
import { doctorName } from '../../names.ts'

/** What the lines of a history need to know of their appointment. */
export type Told = {
  timeZone: string
  /** Who reads it, and what the other side is called. */
  side: 'owner' | 'vet'
  other: string
  /** It is paid here: what waits, waits for that. */
  isPaidHere: boolean
}

export function toldOf(appointment: Appointment | Visit): Told & { id: string } {
  const { id, timeZone, payment } = appointment
  const isOwners = 'vet' in appointment
  return {
    id,
    timeZone,
    side: isOwners ? 'owner' : 'vet',
    other: isOwners ? doctorName(appointment.vet.fullName) : appointment.owner.name,
    isPaidHere: payment !== null,
  }
}

/** What happened and by whom: 'Accepted by Dr. Meera Iyer', 'Expired automatically'. */
export function changeText({ what, by, moved }: Change, about: Told): string {
  const { timeZone, other, isPaidHere } = about
  const who = by === 'system' ? 'automatically' : `by ${by === 'you' ? 'you' : other}`
  switch (what) {
    case 'requested':
      return `${isPaidHere ? 'Booked' : 'Requested'} ${who}`
    case 'confirmed':
      return by === 'system' ? 'Paid, and confirmed automatically' : `Accepted ${who}`
    case 'declined':
      return `Declined ${who}`
    case 'cancelled':
      return `Cancelled ${who}`
    case 'completed':
      return by === 'system' ? 'Completed automatically' : `Marked as done ${who}`
    case 'no_show':
      return `Noted ${who} as a no-show`
    case 'expired':
      return isPaidHere
        ? 'Expired automatically: not paid in time'
        : 'Expired automatically: no answer in time'
    case 'moved':
      return moved
        ? `Moved ${who} from ${formatInstant(moved.from, timeZone)} to ${formatInstant(moved.to, timeZone)}`
        : `Moved ${who}`
    case 'absence_reported':
      return `Reported ${who}: ${about.side === 'owner' ? `${other} did not come` : 'you did not come'}`
    case 'absence_denied':
      return `Answered ${who}: ${about.side === 'owner' ? 'they did come' : 'you did come'}`
  }
}
