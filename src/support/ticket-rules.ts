import { DAY } from '#/kernel/duration.ts'

/** open: waiting for us. answered: waiting for the person who asked. */
export const ticketStatuses = ['open', 'answered', 'closed'] as const
export type TicketStatus = (typeof ticketStatuses)[number]

export type TicketSide = 'user' | 'support'
export type TicketMove = 'write' | 'close' | 'reopen'

export const ticketLimits = { subject: 120, shortest: 20, longest: 5000, files: 5, thread: 200 } as const

/** Per user. */
export const ticketRates = {
  open: { max: 10, windowSeconds: 86_400 },
  reply: { max: 30, windowSeconds: 3600 },
} as const

/** Days in which the person who asked can open a closed ticket again. */
export const reopenDays = 14

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

/** All legal moves of a ticket and who may make them. Server and buttons both read this table. */
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

/** Returns the state that `move` leads to if `side` makes it now, or null if it isn't allowed. */
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

/** Returns the moment after which a closed ticket stays closed. */
export function reopenableUntil(closedAt: Date): Date {
  return new Date(closedAt.getTime() + reopenDays * DAY)
}
