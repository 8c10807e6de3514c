import type { Config } from '#/kernel/server/config.ts'
import { answerMessage, answerTicket, closeForUser } from '#/support/server/index.ts'
import { writeDown } from './audit.ts'
import type { AdminWork } from './suspension.ts'

// The text stays with the message or the ticket, and is deleted with it; the log, which stays, only says that it
// happened.

type Seen = { id: string; seen: string }

export async function answerTicketAtDesk(work: AdminWork, input: Seen & { text: string }): Promise<void> {
  const { from, to } = await answerTicket(work, { ...input, adminId: work.admin.adminId })
  await writeDown(work, {
    action: 'ticket.answered',
    subject: { kind: 'ticket', id: input.id },
    before: { status: from },
    after: { status: to },
  })
}

export async function closeTicketAtDesk(work: AdminWork, input: Seen): Promise<void> {
  const { from, to } = await closeForUser(work, input)
  await writeDown(work, {
    action: 'ticket.closed',
    subject: { kind: 'ticket', id: input.id },
    before: { status: from },
    after: { status: to },
  })
}

/** `text` is emailed; null marks the message as answered in another way. */
export async function answerMessageAtDesk(
  work: AdminWork & { config: Config },
  { id, text }: { id: string; text: string | null },
): Promise<void> {
  await answerMessage(work, work.config, { id, text, adminId: work.admin.adminId })
  await writeDown(work, {
    action: text === null ? 'message.marked_answered' : 'message.answered',
    subject: { kind: 'message', id },
    before: { answered: false },
    after: { answered: true },
  })
}
