import { expect, test } from 'vitest'
import { DAY } from '#/kernel/duration.ts'
import {
  destination,
  type TicketMove,
  type TicketSide,
  type TicketStatus,
  ticketStatuses,
} from './ticket-rules.ts'

const now = new Date('2026-11-16T03:30:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY)
const moves: TicketMove[] = ['write', 'close', 'reopen']

/** Lists every allowed move, as `who move from -> to`. */
function allowed(closedAt: Date | null): string[] {
  const found: string[] = []
  for (const side of ['user', 'support'] satisfies TicketSide[])
    for (const move of moves)
      for (const status of ticketStatuses) {
        const ticket = { status, closedAt: status === 'closed' ? closedAt : null }
        const to: TicketStatus | null = destination(move, side, ticket, now)
        if (to) found.push(`${side} ${move} ${status} -> ${to}`)
      }
  return found
}

test('writing passes the ticket to the other side, and both sides may close it', () => {
  expect(allowed(daysAgo(30))).toEqual([
    'user write open -> open',
    'user write answered -> open',
    'user close open -> closed',
    'user close answered -> closed',
    'support write open -> answered',
    'support write answered -> answered',
    'support close open -> closed',
    'support close answered -> closed',
  ])
})

test('only the person who asked can open it again, and only within 14 days after it was closed', () => {
  const reopened = 'user reopen closed -> open'
  expect(allowed(daysAgo(0))).toContain(reopened)
  expect(allowed(new Date(daysAgo(14).getTime() + 1))).toContain(reopened)
  expect(allowed(daysAgo(14))).not.toContain(reopened)
  expect(allowed(null)).not.toContain(reopened)
})
