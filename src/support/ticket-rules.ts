/** open: it waits for us. answered: it waits for whoever asked. */
export const ticketStatuses = ['open', 'answered', 'closed'] as const
export type TicketStatus = (typeof ticketStatuses)[number]

export type TicketSide = 'user' | 'support'
export type TicketMove = 'write' | 'close' | 'reopen'

export const ticketLimits = { subject: 120, shortest: 20, longest: 5000, files: 5, thread: 200 } as const

/** By whoever is signed in. */
export const ticketRates = {
  open: { max: 10, windowSeconds: 86_400 },
  reply: { max: 30, windowSeconds: 3600 },
} as const

/** How long a closed ticket can be opened again by whoever asked. */
export const reopenDays = 14

/** What a move depends on, of the ticket itself. */
export type Movable = { status: TicketStatus; closedAt: Date | null }

type When = (ticket: Movable, now: Date) => boolean
type Rule = {
  move: TicketMove
  by: TicketSide
  from: TicketStatus
  to: TicketStatus
  when?: When
}

const closedLately: When = ({ closedAt }, now) => closedAt !== null && now < reopenableUntil(closedAt)

/** The only legal moves of a ticket and who may make them. Server and buttons read this one table. */
const table: readonly Rule[] = [
  { move: 'write', by: 'user', from: 'open', to: 'open' },
  { move: 'write', by: 'user', from: 'answered', to: 'open' },
  { move: 'write', by: 'support', from: 'open', to: 'answered' },
  { move: 'write', by: 'support', from: 'answered', to: 'answered' },
  { move: 'close', by: 'user', from: 'open', to: 'closed' },
  { move: 'close', by: 'user', from: 'answered', to: 'closed' },
  { move: 'close', by: 'support', from: 'open', to: 'closed' },
  { move: 'close', by: 'support', from: 'answered', to: 'closed' },
  { move: 'reopen', by: 'user', from: 'closed', to: 'open', when: closedLately },
]

/** Where `move` takes the ticket when `side` makes it now; null when that is not allowed. */
export function destination(
  move: TicketMove,
  side: TicketSide,
  ticket: Movable,
  now: Date,
): TicketStatus | null {
  const rule = table.find(
    (candidate) => candidate.move === move && candidate.by === side && candidate.from === ticket.status,
  )
  return rule && (rule.when?.(ticket, now) ?? true) ? rule.to : null
}

/** The moment from which a ticket that was closed then stays closed. */
export function reopenableUntil(closedAt: Date): Date {
  return new Date(closedAt.getTime() + reopenDays * 86_400_000)
}
