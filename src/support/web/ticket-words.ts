import { formatInstant, zoneLabel } from '#/kernel/time.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import type { TicketStatus } from '../ticket-rules.ts'
import type { TicketBooking } from '../tickets.ts'

/** As its owner reads it: whose turn it is. */
export const statusText: Readonly<Record<TicketStatus, string>> = {
  open: 'Waiting for us',
  answered: 'Answered',
  closed: 'Closed',
}

/** With whom and when, by the clock of where it takes place; the zone is named where clocks differ from the reader's. */
export function bookingText(
  { with: name, side, startsAt, timeZone }: TicketBooking,
  viewerZone = ownZone(),
): string {
  const zone = zoneLabel(timeZone, viewerZone, startsAt)
  const at = formatInstant(startsAt, timeZone) + (zone ? ` ${zone}` : '')
  return `${side === 'owner' ? 'With' : 'Visit of'} ${name}, ${at}`
}
