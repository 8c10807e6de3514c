import type { TicketStatus } from '../ticket-rules.ts'
import type { TicketBooking } from '../tickets.ts'

const moment = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short' })
const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium' })

export const momentText = (at: Date) => moment.format(at)
export const dayText = (at: Date) => day.format(at)

/** As its owner reads it: whose turn it is. */
export const statusText: Readonly<Record<TicketStatus, string>> = {
  open: 'Waiting for us',
  answered: 'Answered',
  closed: 'Closed',
}

export const ticketAddress = (ticket: string) => `/help-support?ticket=${ticket}`

/** With whom and when, by the clock of where it takes place; the zone is named where it is not the reader's. */
export function bookingText(
  { with: name, side, startsAt, timeZone }: TicketBooking,
  ownZone: string,
): string {
  const at = startsAt.toLocaleString('en-IN', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    ...(timeZone !== ownZone && { timeZoneName: 'short' }),
  })
  return `${side === 'owner' ? 'With' : 'Visit of'} ${name}, ${at}`
}

export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
