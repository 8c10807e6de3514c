import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { documentErrors } from '#/kernel/documents.ts'
import { cursorSchema, done, optionalText, requiredText } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { messagingErrors } from './errors.ts'
import {
  bookingPhases,
  bookingReportKinds,
  messageLimits,
  messageRates,
  profileReportKinds,
  sides,
} from './rules.ts'

/** A thread's subject: a booking, a contact about a pet report, or a meet & greet. The trade says which. */
export const bookingSchema = z.object({
  id: idSchema('booking'),
  trade: z.string(),
  /** The reader's side. */
  side: z.enum(sides),
  /** The other side's name. */
  with: z.string(),
  phase: z.enum(bookingPhases),
  startsAt: z.date(),
  endsAt: z.date(),
  timeZone: z.string(),
  /** The pet of a report, if its name is known. */
  petName: z.string().nullable(),
})
export type ThreadBooking = z.output<typeof bookingSchema>

export const messageSchema = z.object({
  id: idSchema('message'),
  /** Counts from 1 within a thread. */
  position: z.int(),
  isMine: z.boolean(),
  /** Null for pictures alone, and for an erased message. */
  text: z.string().nullable(),
  at: z.date(),
  /** The writer has deleted their account. */
  isErased: z.boolean(),
  /** The addresses work for some minutes. */
  pictures: z.array(z.object({ id: idSchema('upload'), url: z.string(), width: z.int(), height: z.int() })),
})
export type Message = z.output<typeof messageSchema>

export const threadSchema = z.object({
  booking: bookingSchema,
  /** The reader has blocked the other side. */
  isBlocked: z.boolean(),
  /** The other side has blocked the reader, or has left. */
  isOut: z.boolean(),
  unread: z.int(),
  /** Newest first. */
  rows: z.array(messageSchema),
  nextCursor: z.string().nullable(),
})
export type ThreadPage = z.output<typeof threadSchema>

/** `name`: the first name that the person had when they were blocked. */
const blockSchema = z.object({ id: idSchema('user'), name: z.string(), since: z.date() })
export type Block = z.output<typeof blockSchema>

/** The id of a booking, of a contact about a pet report, or of a meet & greet. */
const ofBooking = z.object({ bookingId: idSchema('booking') })
const rows =
  'the thread of a booking or a meet & greet whose owner or provider is the caller, or of a report that they and its reporter write about'

export const messagingContract = {
  thread: endpoint({
    method: 'GET',
    path: '/message-threads/{bookingId}',
    summary:
      'Lists the messages of a booking, a meet & greet or a pet report’s contact, newest first, with links to the pictures',
    access: 'signed-in',
    rows,
    input: ofBooking.extend({ cursor: cursorSchema }),
    output: threadSchema,
  }),
  unread: endpoint({
    method: 'GET',
    path: '/unread-messages',
    summary: 'Counts the caller’s unread messages, for each booking that has any',
    access: 'signed-in',
    rows: 'the caller’s own read marks',
    input: z.object({}).optional(),
    output: z.object({
      threads: z.array(z.object({ bookingId: idSchema('booking'), unread: z.int() })),
    }),
  }),
  send: endpoint({
    method: 'POST',
    path: '/message-threads/{bookingId}/messages',
    summary:
      'Sends a message to the other side; at most 60 in ten minutes. Pictures can only be sent over /rpc',
    access: 'signed-in',
    named: true,
    rows,
    uploads: 'documents',
    mostFiles: messageLimits.pictures,
    limit: { name: 'message-send', by: 'user', ...messageRates.send },
    input: ofBooking.extend({
      text: optionalText(messageLimits.text),
      pictures: z.array(z.file()).max(messageLimits.pictures).default([]),
    }),
    output: messageSchema,
    errors: {
      ...documentErrors,
      ...only(
        messagingErrors,
        'messaging.closed_by_me',
        'messaging.closed_to_me',
        'messaging.closed_with_booking',
        'messaging.closed_after_visit',
        'messaging.closed_with_report',
        'messaging.closed_after_reunion',
        'messaging.closed_with_meeting',
        'messaging.closed_after_meeting',
        'messaging.no_links_yet',
        'messaging.not_answered_yet',
        'messaging.empty',
        'messaging.pictures_only',
      ),
    },
  }),
  markRead: endpoint({
    method: 'POST',
    path: '/message-threads/{bookingId}/read',
    summary: 'Marks messages as read, up to a position',
    access: 'signed-in',
    rows: 'the caller’s own read mark in the thread of their booking',
    input: ofBooking.extend({ upTo: z.int().min(0).max(2_000_000_000) }),
    output: done,
  }),
  report: endpoint({
    method: 'POST',
    path: '/message-threads/{bookingId}/reports',
    summary: 'Reports a message or the other side; at most 20 a day',
    access: 'signed-in',
    rows,
    limit: { name: 'message-report', by: 'user', ...messageRates.report },
    input: ofBooking.extend({
      messageId: idSchema('message').nullish(),
      reason: requiredText(messageLimits.reason, 'Please give a reason.'),
    }),
    output: done,
    errors: only(messagingErrors, 'messaging.own_message', 'messaging.already_reported'),
  }),
  reportProfile: endpoint({
    method: 'POST',
    path: '/providers/{providerId}/reports',
    summary: 'Reports a provider’s public profile; at most 5 a day',
    access: 'signed-in',
    rows: 'a new report by the caller of a listed provider other than themselves',
    limit: { name: 'profile-report', by: 'user', ...messageRates.profileReport },
    input: z.object({
      providerId: idSchema('provider'),
      kind: z.enum(profileReportKinds),
      reason: requiredText(messageLimits.profileReason, 'Please tell us what happened.'),
    }),
    output: done,
    errors: only(messagingErrors, 'messaging.own_profile', 'messaging.profile_already_reported'),
  }),
  reportBooking: endpoint({
    method: 'POST',
    path: '/appointments/{bookingId}/reports',
    summary: 'Reports the other side of a booking, who isn’t notified; at most 5 a day',
    access: 'signed-in',
    rows: 'a new report by the caller, who is one of the two sides of the booking',
    limit: { name: 'booking-report', by: 'user', ...messageRates.bookingReport },
    input: ofBooking.extend({
      kind: z.enum(bookingReportKinds),
      reason: requiredText(messageLimits.profileReason, 'Please tell us what happened.'),
    }),
    output: done,
    errors: only(messagingErrors, 'messaging.booking_already_reported'),
  }),
  block: endpoint({
    method: 'PUT',
    path: '/message-threads/{bookingId}/block',
    summary: 'Blocks or unblocks messages from the other side',
    access: 'signed-in',
    rows: 'the caller’s own block of the other side of their booking',
    input: ofBooking.extend({ isBlocked: z.boolean() }),
    output: done,
  }),
  blocks: endpoint({
    method: 'GET',
    path: '/message-blocks',
    summary: 'Lists the people whom the caller has blocked, the last one first, up to 200',
    access: 'signed-in',
    rows: 'the caller’s own blocks',
    input: z.object({}).optional(),
    output: z.object({ rows: z.array(blockSchema) }),
  }),
  unblock: endpoint({
    method: 'DELETE',
    path: '/message-blocks/{id}',
    summary: 'Unblocks a person',
    access: 'signed-in',
    rows: 'the caller’s own block',
    input: z.object({ id: idSchema('user') }),
    output: done,
  }),
}
