import { z } from 'zod'
import { trades } from '#/booking/trades.ts'
import { moneySchema } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { daySchema } from '#/kernel/time.ts'
import { paymentStatusSchema } from '#/payments/rules.ts'
import { speciesSchema } from '#/pets/contract.ts'
import { refundPolicies } from './refunds.ts'
import { appointmentStatusSchema, phases } from './rules.ts'

export const contactMethods = ['whatsapp', 'zoom', 'google_meet'] as const
export const contactMethodSchema = z.enum(contactMethods)
export type ContactMethod = z.output<typeof contactMethodSchema>

export const appointmentPayment = z.object({
  id: idSchema('payment'),
  status: paymentStatusSchema,
  amount: moneySchema,
  payBy: z.date().nullable(),
  /** When it is charged automatically, if it is. */
  chargeAt: z.date().nullable(),
  refunded: z.int(),
  /** The payer’s bank has taken it back, and has not decided. */
  isDisputed: z.boolean(),
})

const when = {
  startsAt: z.date(),
  endsAt: z.date(),
  timeZone: z.string(),
  date: daySchema,
  startTime: z.string(),
  endTime: z.string(),
}

const money = {
  price: moneySchema.nullable(),
  /** What held when it was booked, whatever the provider chose later. */
  refundPolicy: z.enum(refundPolicies),
  /** What is paid here; null without a payment. */
  payment: appointmentPayment.nullable(),
  isPaidHere: z.boolean(),
  awaitsPayment: z.boolean(),
}

/** What an owner is told right after booking. */
export const bookedSchema = z.object({
  id: idSchema('appointment'),
  trade: z.enum(trades),
  status: appointmentStatusSchema,
  isOnline: z.boolean(),
  ...when,
  ...money,
})
export type Booked = z.output<typeof bookedSchema>

export const appointmentPetSchema = z.object({
  id: idSchema('pet'),
  name: z.string(),
  breed: z.string().nullable(),
  species: speciesSchema,
  photoUrl: z.string().nullable(),
})

const appointmentBase = {
  id: idSchema('appointment'),
  trade: z.enum(trades),
  /** What it is, as a card says it ('Teleconsultation') and as a sentence does ('teleconsultation'). */
  title: z.string(),
  noun: z.string(),
  /** What the provider is, in a sentence: 'vet'. */
  providerNoun: z.string(),
  status: appointmentStatusSchema,
  phase: z.enum(phases),
  ...when,
  ...money,
  reason: z.string().nullable(),
  /** What only its trade knows about it. */
  facts: z.array(z.object({ icon: z.enum(['phone', 'mail', 'note', 'paw']), text: z.string() })),
  isOnline: z.boolean(),
  /** How the two meet online, and the number or link, which the provider may have replaced. */
  contactMethod: contactMethodSchema.nullable(),
  contactLink: z.string().nullable(),
  /** Where the reader joins it; null without an address. */
  joinUrl: z.string().nullable(),
  /** How often it was moved, and the earliest time it ever had: a cancellation is judged by that. */
  reschedules: z.int(),
  firstStartsAt: z.date(),
  /** When its owner said that the provider did not come, or contested the no-show. */
  absenceReportedAt: z.date().nullable(),
  /** When the provider answered that. */
  absenceAnsweredAt: z.date().nullable(),
  /** When it was noted that the owner did not come. */
  noShowAt: z.date().nullable(),
  /** When it was noted that it took place. */
  completedAt: z.date().nullable(),
  /** When Support last corrected how it ended. */
  correctedAt: z.date().nullable(),
  /** The provider is suspended: its owner can take a full refund. */
  providerSuspended: z.boolean(),
  closingReason: z.string().nullable(),
  cancelledBy: z.enum(['owner', 'provider', 'system']).nullable(),
  cancelledAt: z.date().nullable(),
  /** Also with a rating that was removed since. */
  rated: z.boolean(),
  /** What its owner said about it in public, with the provider’s answer. */
  rating: z
    .object({
      id: idSchema('rating'),
      stars: z.int().nullable(),
      feedback: z.string().nullable(),
      reply: z.string().nullable(),
      /** The provider has not answered it yet, and may once. */
      mayReply: z.boolean(),
      at: z.date(),
    })
    .nullable(),
  pets: z.array(appointmentPetSchema),
}

/** An appointment as its owner sees it. */
export const appointmentSchema = z.object({
  ...appointmentBase,
  provider: z.object({
    id: idSchema('provider'),
    fullName: z.string(),
    /** With a title, where the trade has one. */
    name: z.string(),
    location: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    imageUrl: z.string().nullable(),
    specialities: z.array(z.string()),
    /** The page on which they can be booked again. */
    bookingPath: z.string(),
  }),
})
export type Appointment = z.output<typeof appointmentSchema>

export const petClashSchema = z.object({
  clash: z
    .object({ petName: z.string(), with: z.string(), startsAt: z.date(), timeZone: z.string() })
    .nullable(),
})
export type PetClash = z.output<typeof petClashSchema>

/** An appointment as its provider sees it. How to reach the owner is shown once it is confirmed. */
export const visitSchema = z.object({
  ...appointmentBase,
  owner: z.object({ name: z.string(), email: z.string().nullable(), phone: z.string().nullable() }),
})
export type Visit = z.output<typeof visitSchema>

/** One line of an appointment’s history. */
export const changeSchema = z.object({
  id: z.uuid(),
  at: z.date(),
  by: z.enum(['owner', 'provider', 'system', 'support']),
  what: z.enum([
    'requested',
    'confirmed',
    'declined',
    'cancelled',
    'completed',
    'no_show',
    'expired',
    'moved',
    'absence_reported',
    'absence_denied',
    'no_show_contested',
    'corrected',
  ]),
  /** How it stood after it. */
  status: appointmentStatusSchema,
  reason: z.string().nullable(),
  /** The times before and after, where it was moved. */
  moved: z.object({ from: z.date(), to: z.date() }).nullable(),
})
export type Change = z.output<typeof changeSchema>

export const figuresSchema = z.object({
  rating: z.number().nullable(),
  totalReviews: z.int(),
  /** Of the requests whose wait is over; null when there were none. */
  answers: z.object({ answered: z.int(), asked: z.int() }).nullable(),
})
export type Figures = z.output<typeof figuresSchema>

export const weekEarningsSchema = z.object({
  /** The Monday the week began, on the provider's own calendar. */
  since: daySchema,
  /** How many visits were paid for. */
  visits: z.int(),
  /** What stays of it once refunds are taken off. */
  earned: moneySchema,
})
export type WeekEarnings = z.output<typeof weekEarningsSchema>

export const movedSchema = z.object({ id: idSchema('appointment'), status: appointmentStatusSchema })
