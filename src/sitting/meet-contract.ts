import { z } from 'zod'
import { appointmentErrors } from '#/appointments/errors.ts'
import { endpoint, only } from '#/kernel/api.ts'
import { cursorSchema, limits, optionalLine, optionalText, pageOf } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { clockTimeSchema, daySchema } from '#/kernel/time.ts'
import { speciesSchema } from '#/pets/contract.ts'
import { sittingErrors } from './errors.ts'
import { meetKinds, meetMoves, meetStatuses, mostMeetMessage, mostMeetTimes } from './meet.ts'
import { mostPetsAsked, services } from './rules.ts'

/** A meet & greet, as one of its two sides sees it. */
export const meetGreetSchema = z.object({
  id: idSchema('meet & greet'),
  sitterId: idSchema('sitter'),
  side: z.enum(['owner', 'sitter']),
  with: z.object({ name: z.string(), imageUrl: z.string().nullable() }),
  /** The service that the owner has in mind. */
  service: z.enum(services),
  pets: z.array(
    z.object({
      id: idSchema('pet'),
      name: z.string(),
      breed: z.string().nullable(),
      species: speciesSchema,
      photoUrl: z.string().nullable(),
    }),
  ),
  status: z.enum(meetStatuses),
  kind: z.enum(meetKinds),
  /** The address, number or link. The other side sees a public place at once, the rest while the meeting is agreed. */
  place: z.string().nullable(),
  message: z.string().nullable(),
  /** The sitter's. */
  timeZone: z.string(),
  /** The times that wait for an answer, and who suggested them. */
  times: z.array(z.date()),
  suggestedBy: z.enum(['owner', 'sitter']),
  answerBy: z.date(),
  startsAt: z.date().nullable(),
  endsAt: z.date().nullable(),
  endedBy: z.enum(['owner', 'sitter']).nullable(),
  reason: z.string().nullable(),
  /** The reader has blocked the other side. */
  isBlocked: z.boolean(),
  /** The two can write to each other, or have. */
  hasMessages: z.boolean(),
  /** Allowed to the reader now. */
  moves: z.array(z.enum(meetMoves)),
})
export type MeetGreet = z.output<typeof meetGreetSchema>

const person = z.object({ id: idSchema('user'), name: z.string() })

/** A meet & greet, as admins see it: without its message and its place. */
export const deskMeetSchema = z.object({
  id: idSchema('meet & greet'),
  owner: person,
  sitter: person,
  service: z.enum(services),
  kind: z.enum(meetKinds),
  status: z.enum(meetStatuses),
  endedBy: z.enum(['owner', 'sitter']).nullable(),
  /** Why it was declined or cancelled. */
  reason: z.string().nullable(),
  askedAt: z.date(),
  /** Null until they agree. */
  startsAt: z.date().nullable(),
  timeZone: z.string(),
})
export type DeskMeet = z.output<typeof deskMeetSchema>

const times = z
  .array(z.object({ date: daySchema, time: clockTimeSchema }))
  .min(1)
  .max(mostMeetTimes)
const id = idSchema('meet & greet')
const withReason = z.object({ id, reason: optionalText(limits.short) })

export const meetTabs = ['open', 'requests', 'upcoming', 'past'] as const
export type MeetTab = (typeof meetTabs)[number]

export const meetAskSchema = z.object({
  sitterId: idSchema('sitter'),
  service: z.enum(services),
  petIds: z.array(idSchema('pet')).min(1).max(mostPetsAsked),
  kind: z.enum(meetKinds),
  /** Needed where the owner hosts. */
  place: optionalLine(limits.title),
  times,
  message: optionalText(mostMeetMessage),
})
export type MeetAsk = z.output<typeof meetAskSchema>

const rows = 'a meet & greet in which the caller is the owner or the sitter'

export const meetEndpoints = {
  askToMeet: endpoint({
    method: 'POST',
    path: '/sitting/meet-greets',
    summary:
      'Asks a sitter for a free meeting before the first booking; at most 3 at a time and 5 a day. It takes no time in anyone’s calendar',
    access: 'signed-in',
    named: true,
    rows: 'a new meet & greet of the caller as an owner, with a listed sitter; the pets must be the caller’s own',
    input: meetAskSchema,
    output: meetGreetSchema,
    errors: {
      ...only(
        appointmentErrors,
        'appointments.no_owner_profile',
        'appointments.pet_not_found',
        'appointments.own_calendar',
        'appointments.phone_needed',
        'appointments.unconfirmed',
      ),
      ...only(
        sittingErrors,
        'sitting.service_not_offered',
        'sitting.dogs_only',
        'sitting.meet_open',
        'sitting.meet_booked',
        'sitting.meet_too_many',
        'sitting.meet_enough_today',
        'sitting.meet_not_now',
        'sitting.meet_declined',
        'sitting.meet_withdrawn',
        'sitting.meet_place_needed',
        'sitting.meet_place_link',
        'sitting.meet_message_link',
        'sitting.meet_no_time',
        'sitting.meet_too_soon',
        'sitting.meet_too_far',
        'sitting.meet_same_time',
      ),
    },
  }),
  meetGreets: endpoint({
    method: 'GET',
    path: '/sitting/meet-greets',
    summary:
      'Lists the caller’s meet & greets, newest first: with sitters as an owner, or with owners as a sitter',
    access: 'signed-in',
    rows: 'meet & greets in which the caller is that side',
    input: z.object({
      side: z.enum(['owner', 'sitter']),
      /** `requests`: asked; `upcoming`: agreed; `open`: both; `past`: the rest. */
      tab: z.enum(meetTabs),
      /** Only this one, whichever tab it’s in. */
      id: id.optional(),
      cursor: cursorSchema,
    }),
    output: pageOf(meetGreetSchema),
  }),
  acceptMeeting: endpoint({
    method: 'POST',
    path: '/sitting/meet-greets/{id}/acceptance',
    summary: 'Accepts one of the times that the other side suggested; a sitter who hosts says where',
    access: 'signed-in',
    rows,
    input: z.object({ id, startsAt: z.coerce.date(), place: optionalLine(limits.title) }),
    output: meetGreetSchema,
    errors: {
      ...only(appointmentErrors, 'appointments.confirm_first'),
      ...only(
        sittingErrors,
        'sitting.meet_moved_on',
        'sitting.meet_time_gone',
        'sitting.meet_place_needed',
        'sitting.meet_place_link',
      ),
    },
  }),
  suggestMeeting: endpoint({
    method: 'POST',
    path: '/sitting/meet-greets/{id}/times',
    summary: 'Suggests other times instead, for the other side to answer',
    access: 'signed-in',
    rows,
    input: z.object({ id, times, place: optionalLine(limits.title) }),
    output: meetGreetSchema,
    errors: {
      ...only(appointmentErrors, 'appointments.confirm_first'),
      ...only(
        sittingErrors,
        'sitting.meet_moved_on',
        'sitting.meet_place_needed',
        'sitting.meet_place_link',
        'sitting.meet_no_time',
        'sitting.meet_too_soon',
        'sitting.meet_too_far',
        'sitting.meet_same_time',
      ),
    },
  }),
  declineMeeting: endpoint({
    method: 'POST',
    path: '/sitting/meet-greets/{id}/decline',
    summary: 'Declines a meet & greet that waits for an answer',
    access: 'signed-in',
    rows: 'a meet & greet in which the caller is the sitter',
    input: withReason,
    output: meetGreetSchema,
    errors: only(sittingErrors, 'sitting.meet_moved_on'),
  }),
  cancelMeeting: endpoint({
    method: 'POST',
    path: '/sitting/meet-greets/{id}/cancellation',
    summary: 'Withdraws a meet & greet that waits for an answer, or cancels an agreed one before it begins',
    access: 'signed-in',
    rows,
    input: withReason,
    output: meetGreetSchema,
    errors: only(sittingErrors, 'sitting.meet_moved_on'),
  }),
}
