import type { z } from 'zod'
import { answer } from '#/app/testing/browser/answers.ts'
import { made } from '#/app/testing/browser/made.ts'
import { type Choice, notification, notificationsContract } from '#/notifications/contract.ts'
import { type NotificationType, notificationTypes } from '#/notifications/notification-types.ts'
import { concerns, isOffered, isSuggested } from '#/notifications/rules.ts'

type Row = z.input<typeof notification>
type Choices = {
  choices: Choice[]
  email: string | null
  push: { key: string; isOnHere: boolean; devices: number }
}

export const requestSent = (fields: Partial<Row> = {}): Row =>
  made(notification, {
    type: 'appointment_requested',
    title: 'Request sent',
    href: '/appointments?side=bookings&tab=upcoming',
    ...fields,
  })

/** Answers the bell, the popover and the panel from these notifications, newest first, a page at a time. */
export function haveNotifications(rows: Row[]): void {
  let own = rows
  answer(notificationsContract.unread, () => ({
    count: Math.min(100, own.filter(({ isRead }) => !isRead).length),
  }))
  answer(notificationsContract.list, ({ limit, cursor, type }) => {
    const wanted = own.filter((row) => type === undefined || row.type === type)
    const start = cursor ? wanted.findIndex(({ createdAt }) => createdAt.toISOString() === cursor) + 1 : 0
    const shown = wanted.slice(start, start + limit!)
    const hasMore = wanted.length > start + limit!
    return { rows: shown, nextCursor: hasMore ? shown.at(-1)!.createdAt.toISOString() : null }
  })
  answer(notificationsContract.markRead, ({ id }) => {
    own = own.map((row) => (row.id === id ? { ...row, isRead: true } : row))
  })
  answer(notificationsContract.markAllRead, () => {
    own = own.map((row) => ({ ...row, isRead: true }))
  })
  answer(notificationsContract.clearAll, () => {
    own = []
  })
}

/** An owner's choices before they have chosen anything. */
function usualChoice(type: NotificationType): Choice {
  const email = isOffered(type, 'email')
  const sms = isOffered(type, 'sms')
  return {
    type,
    bell: isSuggested(type, 'bell'),
    email: email ? isSuggested(type, 'email') : null,
    pace: null,
    push: isSuggested(type, 'push'),
    sms: sms ? false : null,
    concerns: concerns(type, { isProvider: false }),
  }
}

/** Answers an owner's choices, and keeps what is chosen. Returns the choices that were sent. */
export function haveChoices(fields: Partial<Choices> & { phone?: string } = {}) {
  const { phone = null, ...rest } = fields
  let choices = notificationTypes.map(usualChoice)
  answer(notificationsContract.choices, () => ({
    choices,
    email: 'asha.verma@example.org',
    texts: { phone },
    timing: { pace: 'at_once' as const, quiet: null },
    push: { key: 'key', isOnHere: false, devices: 0 },
    ...rest,
  }))
  return answer(notificationsContract.choose, ({ type, channel, isWanted, pace }) => {
    choices = choices.map((one) =>
      one.type === type ? { ...one, [channel]: isWanted, ...(pace !== undefined && { pace }) } : one,
    )
  })
}
