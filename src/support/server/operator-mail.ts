import type { Config } from '#/kernel/server/config.ts'
import { requestMail } from '#/kernel/server/mail-events.ts'
import type { Work } from '#/kernel/server/work.ts'
import { type ContactTopic, contactTopics, isUrgent } from '../rules.ts'

/** What somebody wrote, as whoever runs the place gets it by mail. */
export type Written = {
  number: number
  topic: ContactTopic
  text: string
  /** Who wrote it and how to answer, line by line. */
  from: string[]
  /** Where an answer by mail goes, if it can. */
  replyTo: string | null
  /** Where it waits at the desk. */
  path: `/${string}`
}

/**
 * Mails to the operator what waits from now on, in the transaction that keeps it. Without an address of theirs it waits at
 * the desk alone.
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
