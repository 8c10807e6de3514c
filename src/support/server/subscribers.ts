import { subscriber } from '#/kernel/server/jobs.ts'
import { notify } from '#/notifications/server/index.ts'
import type { TicketHandled } from '../events.ts'
import { reopenDays } from '../ticket-rules.ts'

/** As much of an answer as the bell and a mail show; all of it stands in the ticket. */
const excerptLength = 300

/** Tells whoever asked that support has answered, or closed the ticket. */
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
        : `Ticket ${number} is closed. Is something left? Within ${reopenDays} days you can open it again.`,
      href: `/help-support?ticket=${ticketId}`,
    }),
)

const excerpt = (text: string) => {
  const letters = [...text]
  return letters.length > excerptLength ? `${letters.slice(0, excerptLength).join('')}…` : text
}
