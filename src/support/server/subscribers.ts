import { subscriber } from '#/kernel/server/jobs.ts'
import { notify } from '#/notifications/server/index.ts'
import type { TicketHandled } from '#/support/events.ts'
import { reopenDays } from '#/support/ticket-rules.ts'

/** The bell and the mail show this much of an answer; the ticket has all of it. */
const excerptLength = 300

/** Tells the person who asked that support has answered or closed the ticket. */
export const tellOfTicket = subscriber<TicketHandled>(
  'support.ticket_handled',
  'support.tell-of-ticket',
  (work, { ticketId, userId, number, subject, to, source, text }) =>
    notify(work, {
      userId,
      type: to === 'closed' ? 'ticket_closed' : 'ticket_answered',
      source,
      title: `${to === 'closed' ? 'Ticket closed' : 'Support has answered'}: ${subject}`,
      message: text
        ? excerpt(text)
        : `Ticket ${number} is closed. If something is left, you can open it again within ${reopenDays} days.`,
      href: `/help-support?ticket=${ticketId}`,
    }),
)

const excerpt = (text: string) => {
  const letters = [...text]
  return letters.length > excerptLength ? `${letters.slice(0, excerptLength).join('')}…` : text
}
