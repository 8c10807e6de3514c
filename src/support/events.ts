import type { TicketStatus } from './ticket-rules.ts'

/** Support has answered a ticket or closed it. */
export type TicketHandled = {
  name: 'support.ticket_handled'
  data: {
    ticketId: string
    userId: string
    number: number
    subject: string
    to: Extract<TicketStatus, 'answered' | 'closed'>
    /** Names this one time among all that may follow. */
    source: string
    /** What was answered; null when it was closed without a word. */
    text: string | null
  }
}
