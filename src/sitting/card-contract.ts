import { z } from 'zod'
import { phases } from '#/appointments/rules.ts'
import { factSchema } from '#/appointments/trade.ts'
import { endpoint, only } from '#/kernel/api.ts'
import { documentErrors } from '#/kernel/documents.ts'
import { done, optionalText } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { daySchema } from '#/kernel/time.ts'
import { standingCareSchema } from '#/pets/contract.ts'
import { mostAge, mostNote, mostPartPoints, tapKinds } from './card.ts'
import { sittingErrors } from './errors.ts'
import { services } from './rules.ts'

/** In milliseconds. Phones say how long ago something happened, because their clocks may be wrong. */
const ageSchema = z.int().min(0).max(mostAge)

/** Each entry has an id from the phone, so that a repeat changes nothing. */
const made = { id: z.uuid(), age: ageSchema }

const latitude = z.number().min(-90).max(90)
const longitude = z.number().min(-180).max(180)

export const cardEntrySchema = z.discriminatedUnion('kind', [
  z.object({ ...made, kind: z.literal('start') }),
  z.object({ ...made, kind: z.literal('tap'), tap: z.enum(tapKinds), petId: idSchema('pet').nullish() }),
  z.object({ ...made, kind: z.literal('undo'), tapId: z.uuid() }),
  z.object({ ...made, kind: z.literal('note'), text: optionalText(mostNote) }),
  z.object({ ...made, kind: z.literal('photo_removal'), photoId: z.uuid() }),
  z.object({
    ...made,
    kind: z.literal('route'),
    track: z.uuid(),
    points: z
      .array(z.tuple([ageSchema, latitude, longitude]))
      .min(1)
      .max(mostPartPoints),
  }),
  z.object({ ...made, kind: z.literal('route_removal') }),
  z.object({ ...made, kind: z.literal('stop') }),
  z.object({ ...made, kind: z.literal('send') }),
])
export type CardEntry = z.output<typeof cardEntrySchema>

/** `at` is the server's time. `onPhone` is the phone's, where an entry was kept on it for more than a minute. */
const stamp = z.object({ at: z.date(), onPhone: z.date().nullable() })
export type Stamp = z.output<typeof stamp>

export const cardSchema = z.object({
  day: daySchema,
  started: stamp,
  stopped: stamp.nullable(),
  sentAt: z.date().nullable(),
  /** Nothing can be written to it from then on. */
  closesAt: z.date(),
  /** Until it is sent, owners see taps and photos, but neither note nor route. */
  content: z.object({
    taps: z.array(stamp.extend({ id: z.uuid(), kind: z.enum(tapKinds), petId: idSchema('pet').nullable() })),
    photos: z.array(
      stamp.extend({
        id: z.uuid(),
        /** Works for some minutes. */
        url: z.string(),
        width: z.int(),
        height: z.int(),
      }),
    ),
    note: z.string().nullable(),
    /** When the note reached us, from its last change. */
    noteAt: z.date().nullable(),
    /** The points of each phone that recorded it, by time in milliseconds; empty until the visit has stopped. */
    route: z.array(z.array(z.tuple([z.int(), latitude, longitude]))),
  }),
})
export type Card = z.output<typeof cardSchema>

export const visitCardsSchema = z.object({
  appointmentId: idSchema('appointment'),
  side: z.enum(['owner', 'sitter']),
  service: z.enum(services),
  /** 'Dog walk', on the card. */
  title: z.string(),
  /** The other side's name. */
  with: z.string(),
  pets: z.array(z.object({ id: idSchema('pet'), name: z.string() })),
  phase: z.enum(phases),
  awaitsPayment: z.boolean(),
  startsAt: z.date(),
  endsAt: z.date(),
  timeZone: z.string(),
  /** The care that was agreed. */
  facts: z.array(factSchema),
  comment: z.string().nullable(),
  /** The pets' own care notes, for the sitter from acceptance until 14 days after the end; otherwise empty. */
  petCare: z.array(standingCareSchema),
  /** One, or one for each day of a stay on which one was started; the last day first. */
  cards: z.array(cardSchema),
})
export type VisitCards = z.output<typeof visitCardsSchema>

/** The same for the admin area. */
export const deskCardsSchema = z.object({
  pets: z.array(z.object({ id: idSchema('pet'), name: z.string() })),
  timeZone: z.string(),
  cards: z.array(cardSchema),
})
export type DeskCards = z.output<typeof deskCardsSchema>

const where = { appointmentId: idSchema('appointment'), day: daySchema }

export const cardEndpoints = {
  visitCards: endpoint({
    method: 'GET',
    path: '/sitting/cards/{appointmentId}',
    summary:
      'The visit cards of a walk, a day of day care or a stay: times, taps, photos, note and route; an owner sees note and route once they are sent',
    access: 'signed-in',
    rows: 'an appointment with a sitter that the caller booked, or is the sitter of, and its cards; the sitter also gets the pets’ care notes, from acceptance until 14 days after the end',
    input: z.object({ appointmentId: where.appointmentId }),
    output: visitCardsSchema,
  }),
  addToCard: endpoint({
    method: 'POST',
    path: '/sitting/cards/{appointmentId}/{day}/entries',
    summary:
      'Starts, continues, stops or sends a visit card; an entry that was made without network may arrive up to 24 hours after the end',
    access: 'signed-in',
    rows: 'the card of a day, at an appointment of the caller as a sitter',
    input: z.object({ ...where, entry: cardEntrySchema }),
    output: done,
    errors: only(
      sittingErrors,
      'sitting.called_off',
      'sitting.unpaid',
      'sitting.too_early',
      'sitting.visit_over',
      'sitting.wrong_day',
      'sitting.other_day_open',
      'sitting.not_started',
      'sitting.card_closed',
      'sitting.card_sent',
      'sitting.too_many_taps',
      'sitting.route_of_walks',
      'sitting.not_stopped',
      'sitting.photo_needed',
    ),
  }),
  addCardPhoto: endpoint({
    method: 'POST',
    path: '/sitting/cards/{appointmentId}/{day}/photos',
    summary: 'Adds a photo to a visit card; it can only be sent over /rpc',
    access: 'signed-in',
    rows: 'the card of a day, at an appointment of the caller as a sitter; the file becomes the owner’s',
    uploads: 'documents',
    input: z.object({ ...where, ...made, photo: z.file() }),
    output: done,
    errors: {
      ...documentErrors,
      ...only(
        sittingErrors,
        'sitting.called_off',
        'sitting.not_started',
        'sitting.card_closed',
        'sitting.card_sent',
        'sitting.too_many_card_photos',
        'sitting.pictures_only',
      ),
    },
  }),
}
