import type { LiveTopic } from '#/kernel/live.ts'

type TopicAccess = { to: string; when: string }

/** Says who hears each topic of the stream. */
export const topicAccess: Record<LiveTopic, TopicAccess> = {
  notifications: { to: 'the receiver', when: 'a notification arrived, or was read or cleared' },
  messaging: {
    to: 'the sender and the receiver',
    when: 'a message was sent (the receiver only if they haven’t read it or blocked its sender); the reader alone when they read on',
  },
  appointments: {
    to: 'owner and provider',
    when: 'their appointment or meet & greet was booked or moved, or its status changed',
  },
  times: {
    to: 'people who asked for a provider’s times in the last 30 minutes',
    when: 'that provider’s times, which anyone logged in may ask for, were taken or released',
  },
  payments: { to: 'the payer', when: 'a payment succeeded, failed, lapsed or was refunded' },
  orders: {
    to: 'buyer and seller',
    when: 'the status of their part of an order, or of its prescription, changed; only the buyer for payments and autoships',
  },
  todo: {
    to: 'the owner, and the caregivers of the pet it is about',
    when: 'a task, or a membership of the household, changed',
  },
  reports: { to: 'everyone who is logged in', when: 'a public report of a lost or found pet changed' },
}

export function describeLiveAccess(): string[] {
  return [
    '## The stream',
    '',
    '`GET /live/stream` tells logged-in people *that* something changed, as one of the topics below, and nothing more: no id, no name,',
    'no text. Pages then ask the endpoints above, which decide again what the caller may see. Visitors, admins’ sessions, API',
    'tokens and suspended people get 401, and open streams end within a second of a logout or suspension.',
    '',
    'With `?behind=5000` a stream begins with the topics of the last 5,000 milliseconds, or with an event `again` if the process can’t',
    'know them all.',
    '',
    '| topic | who hears it | when |',
    '| --- | --- | --- |',
    ...Object.entries(topicAccess).map(([topic, { to, when }]) => `| \`${topic}\` | ${to} | ${when} |`),
    '',
  ]
}
