import type { ChipKind } from '#/admin/web/frame/words.ts'
import { HOUR } from '#/kernel/duration.ts'
import type { DeskRow } from '#/support/desk.ts'
import { isUrgent, promisedBy } from '#/support/rules.ts'
import type { TicketStatus } from '#/support/ticket-rules.ts'

export const deskAddress = (kind: DeskRow['kind'], id: string) =>
  `?${new URLSearchParams({ view: 'messages', [kind]: id })}`

export const kindName: Readonly<Record<DeskRow['kind'], string>> = { message: 'Message', ticket: 'Ticket' }

/** In whole hours, and in days from two days on. */
function spanText(ms: number): string {
  const hours = Math.floor(ms / HOUR)
  if (hours < 1) return 'less than an hour'
  if (hours < 48) return hours === 1 ? '1 hour' : `${hours} hours`
  return `${Math.floor(hours / 24)} days`
}

/** Compares a wait with the promise: `warn` in its last quarter, `bad` past it. */
export function promiseText(topic: string, since: Date, now: Date): { text: string; kind: ChipKind } {
  const due = promisedBy(topic, since).getTime()
  const left = due - now.getTime()
  if (left < 0) return { text: `${spanText(-left)} late`, kind: 'bad' }
  const isNear = isUrgent(topic) || left < (due - since.getTime()) / 4
  return { text: `${spanText(left)} left`, kind: isNear ? 'warn' : 'quiet' }
}

export const ticketStatusName: Readonly<Record<TicketStatus, { name: string; kind: ChipKind }>> = {
  open: { name: 'Waiting for us', kind: 'warn' },
  answered: { name: 'Answered', kind: 'good' },
  closed: { name: 'Closed', kind: 'quiet' },
}
