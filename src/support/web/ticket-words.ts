import { formatInstant, zoneLabel } from '#/kernel/time.ts'
import { dayText, ownZone } from '#/kernel/web/own-clock.ts'
import type { TicketStatus } from '#/support/ticket-rules.ts'
import type { TicketBooking, TicketOrder } from '#/support/tickets.ts'

/** From the owner's point of view: whose turn it is. */
export const statusText: Readonly<Record<TicketStatus, string>> = {
  open: 'Waiting for us',
  answered: 'Answered',
  closed: 'Closed',
}

/** Returns with whom and when, in the time zone of the place; names the zone if the reader's clock differs. */
export function bookingText(
  { with: name, startsAt, timeZone }: TicketBooking,
  viewerZone = ownZone(),
): string {
  const zone = zoneLabel(timeZone, viewerZone, startsAt)
  const at = formatInstant(startsAt, timeZone) + (zone ? ` ${zone}` : '')
  return `With ${name}, ${at}`
}

/** Returns an order's number, from or to whom it is, and its day. */
export const orderText = ({ number, side, with: name, placedAt }: TicketOrder): string =>
  `${number} ${side === 'buyer' ? 'from' : 'to'} ${name}, ${dayText(placedAt)}`
