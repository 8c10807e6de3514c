import type { Config } from '#/kernel/server/config.ts'
import { requestMail } from '#/kernel/server/mail-events.ts'
import type { Work } from '#/kernel/server/work.ts'
import { type ContactTopic, contactTopics, isUrgent } from '#/support/rules.ts'

/** A message or ticket as mailed to the operator. */
export type Written = {
  number: number
  topic: ContactTopic
  text: string
  /** The writer and how to answer them, one line each. */
  from: string[]
  /** The address for replies to the mail, if there is one. */
  replyTo: string | null
  /** Its page in the admin area. */
  path: `/${string}`
}

/**
 * Mails the operator about something that waits, in the transaction that stores it. Without an operator's address, it
 * waits in the admin area only.
 */
export async function tellOperator(
  work: Pick<Work, 'announce'>,
  { CONTACT_EMAIL }: Pick<Config, 'CONTACT_EMAIL'>,
  { number, topic, text, from, replyTo, path }: Written,
): Promise<void> {
  if (!CONTACT_EMAIL) return
  const urgent = isUrgent(topic)
  await requestMail(work, {
    to: CONTACT_EMAIL,
    subject: `${urgent ? 'URGENT: ' : ''}${contactTopics[topic]} (${number})`,
    text: [...from, `Reference: ${number}`, '', text].join('\n'),
    path,
    ...(replyTo && { replyTo }),
    ...(urgent && { isUrgent: true }),
  })
}
