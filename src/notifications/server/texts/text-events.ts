import { type Config, siteOf } from '#/kernel/server/config.ts'
import type { Db } from '#/kernel/server/db.ts'
import { type Subscriber, subscriber } from '#/kernel/server/jobs.ts'
import type { Log } from '#/kernel/server/log.ts'
import { hasRoomForText, isTextRefusal, type SendText } from '#/kernel/server/sms.ts'
import type { Work } from '#/kernel/server/work.ts'
import type { NotificationType } from '#/notifications/notification-types.ts'
import { canBeTexted, shareOfTexts, type TextType } from '#/notifications/rules.ts'
import { findReceivers } from '#/notifications/server/choices.ts'

type TextRequested = {
  name: 'notifications.text_requested'
  data: { userId: string; type: TextType; path: string; count: number }
}

/** Texts pass through carriers and show on locked screens, so they have no names and none of people's words. */
const words: Readonly<Record<TextType, string>> = {
  appointment_cancelled: 'An appointment was cancelled.',
  appointment_rescheduled: 'An appointment was moved.',
  appointment_reminder: 'An appointment is coming up.',
  sitting_late: 'A walk or stay begins late.',
  incident: 'Something happened at a visit.',
  payment_failed: 'A payment failed.',
  report_marked_seen: 'There’s a new sighting of a pet.',
}

type Told = { type: NotificationType; metadata: Readonly<Record<string, unknown>> }

/** Requests a text about one notification, or about the last of several, in the current transaction. */
export async function requestText(
  { announce }: Pick<Work, 'announce'>,
  userId: string,
  { type, metadata: { href } }: Told,
  count = 1,
): Promise<void> {
  if (!canBeTexted(type)) return
  const path = count === 1 && typeof href === 'string' ? href : '/dashboard'
  await announce<TextRequested>('notifications.text_requested', { userId, type, path, count })
}

type Settings = Pick<Config, 'PRODUCT_NAME' | 'PUBLIC_URL' | 'PORT' | 'RATE_LIMITS' | 'TEXTS_PER_HOUR'>
type Parts = { sendText: SendText; config: Settings; db: Db; log: Log }

/**
 * Sends requested texts on their own queue, so that a hanging provider holds up only texts. Only an answer that says it wasn't
 * taken is a reason to try again: without an answer, the text may have been sent, and a mail or the bell has the news too.
 */
export function textSubscriber({ sendText, config, db: outside, log }: Parts): Subscriber {
  const deliver = subscriber<TextRequested>(
    'notifications.text_requested',
    'notifications.send-text',
    async ({ db }, { userId, type, path, count }) => {
      const receiver = (await findReceivers(db, [userId])).get(userId)
      if (!receiver?.phone || !receiver.wants(type, 'sms')) return
      if (config.RATE_LIMITS && !(await hasRoomForText(outside, config, shareOfTexts))) {
        log.warn('a notification was not texted: their share of TEXTS_PER_HOUR is used up')
        return
      }
      const said = count === 1 ? words[type] : `${count} new notifications.`
      const text = `${config.PRODUCT_NAME}: ${said} ${new URL(path, siteOf(config)).href}`
      try {
        await sendText({ to: receiver.phone, text })
      } catch (error) {
        if (isTextRefusal(error) && error.isTemporary) throw error
        log.warn({ error: String(error) }, 'a notification was not texted')
      }
    },
  )
  return { ...deliver, queue: 'text' }
}
