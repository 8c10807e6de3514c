import type { Config } from '#/kernel/server/config.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Work } from '#/kernel/server/work.ts'
import type { ContactTopic } from '#/support/rules.ts'
import { tellOperator } from './operator-mail.ts'
import { insertMessage } from './queries.ts'

type Message = {
  name: string
  email: string | null
  phone: string | null
  topic: ContactTopic
  message: string
}

/** Stores a message from the contact page and mails it to the operator; returns its reference number. */
export async function keepMessage(
  work: Work,
  config: Pick<Config, 'CONTACT_EMAIL'>,
  message: Message,
  userId: string | null,
): Promise<number> {
  const id = newId<'contact message'>()
  const number = await insertMessage(work.db, { ...message, id, userId, now: work.now })
  const { name, email, phone, topic } = message
  await tellOperator(work, config, {
    number,
    topic,
    text: message.message,
    from: [`From: ${name}`, ...(email ? [`Email: ${email}`] : []), ...(phone ? [`Phone: ${phone}`] : [])],
    replyTo: email,
    path: `/admin-dashboard?view=messages&message=${id}`,
  })
  return number
}
