import type { TicketStatus } from './ticket-rules.ts'

/** Announced when support has answered or closed a ticket. */
export type TicketHandled = {
  name: 'support.ticket_handled'
  data: {
    ticketId: string
    userId: string
    number: number
    subject: string
    to: Extract<TicketStatus, 'answered' | 'closed'>
    /** Identifies this answer or closing. */
    source: string
    /** The answer; null if the ticket was closed without one. */
    text: string | null
  }
}
