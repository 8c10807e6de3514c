import { documentMaxBytes, documentText, documentTypes } from '#/kernel/documents.ts'
import { type Problems, problem } from '#/kernel/web/form/use-draft.ts'
import type { ContactTopic } from '../rules.ts'
import { ticketLimits } from '../ticket-rules.ts'

export type TicketDraft = {
  topic: ContactTopic | ''
  bookingId: string
  subject: string
  message: string
  files: File[]
}

export const emptyTicket: TicketDraft = { topic: '', bookingId: '', subject: '', message: '', files: [] }

export const isTouched = ({ files, ...texts }: TicketDraft) =>
  files.length > 0 || Object.values(texts).some(Boolean)

/** What is wrong with each field, in the order in which they stand. */
export function ticketProblems({
  topic,
  subject,
  message,
}: TicketDraft): Problems<'topic' | 'subject' | 'message'> {
  const said = message.trim().length
  return {
    ...problem('topic', !topic && 'Please choose what it is about.'),
    ...problem('subject', !subject.trim() && 'Please say in a few words what it is about.'),
    ...problem(
      'message',
      said < ticketLimits.shortest
        ? `Please write at least ${ticketLimits.shortest} characters.`
        : said > ticketLimits.longest &&
            `Please write at most ${ticketLimits.longest} characters. There are ${said}.`,
    ),
  }
}

/** Why a file cannot go along, before it travels; the server looks at what is in it. */
export function fileProblem(file: File): string | undefined {
  if (!documentTypes.split(',').includes(file.type)) return documentText['document.wrong_kind']
  if (file.size > documentMaxBytes) return documentText['document.too_large']
  return undefined
}
