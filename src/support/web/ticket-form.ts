import { type Problems, problem } from '#/kernel/web/form/use-draft.ts'
import type { ContactTopic } from '#/support/rules.ts'
import { ticketLimits } from '#/support/ticket-rules.ts'

export type TicketDraft = {
  topic: ContactTopic | ''
  bookingId: string
  orderId: string
  subject: string
  message: string
  files: File[]
}

export const emptyTicket: TicketDraft = {
  topic: '',
  bookingId: '',
  orderId: '',
  subject: '',
  message: '',
  files: [],
}

export const isTouched = ({ files, ...texts }: TicketDraft) =>
  files.length > 0 || Object.values(texts).some(Boolean)

/** Returns the problems by field, in the order of the form. */
export function ticketProblems({
  topic,
  subject,
  message,
}: TicketDraft): Problems<'topic' | 'subject' | 'message'> {
  const said = message.trim().length
  return {
    ...problem('topic', !topic && 'Please choose what it’s about.'),
    ...problem('subject', !subject.trim() && 'Please say in a few words what it’s about.'),
    ...problem(
      'message',
      said < ticketLimits.shortest
        ? `Please write at least ${ticketLimits.shortest} characters.`
        : said > ticketLimits.longest &&
            `Please write at most ${ticketLimits.longest} characters. You have ${said}.`,
    ),
  }
}
