import { z } from 'zod'
import { refundPolicies } from '#/booking/refunds.ts'
import { appointmentStatusSchema } from '#/booking/rules.ts'
import { moneySchema } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { daySchema } from '#/kernel/time.ts'
import { paymentStatusSchema } from '#/payments/rules.ts'
import { speciesSchema } from '#/pets/contract.ts'

export const contactMethodSchema = z.enum(['whatsapp', 'zoom'])

/** What everyone may see of a listed vet. The phone number is the clinic's. */
export const vetSchema = z.object({
  id: idSchema('vet'),
  fullName: z.string(),
  specialization: z.string(),
  location: z.string(),
  availability: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  licenseId: z.string(),
  consultationFee: moneySchema.nullable(),
  refundPolicy: z.enum(refundPolicies),
  bio: z.string().nullable(),
  imageUrl: z.string().nullable(),
  rating: z.number().nullable(),
  totalReviews: z.int(),
  timeZone: z.string(),
  offersInPerson: z.boolean(),
  offersTeleconsultation: z.boolean(),
})
export type Vet = z.output<typeof vetSchema>

export const appointmentPayment = z.object({
  id: idSchema('payment'),
  status: paymentStatusSchema,
  amount: moneySchema,
  payBy: z.date().nullable(),
  /** When it is charged by itself, where it is. */
  chargeAt: z.date().nullable(),
  refunded: z.int(),
  /** The payer’s bank has taken it back, and has not decided. */
  isDisputed: z.boolean(),
})

const appointmentBase = {
  id: idSchema('vet appointment'),
  status: appointmentStatusSchema,
  startsAt: z.date(),
  endsAt: z.date(),
  timeZone: z.string(),
  date: daySchema,
  startTime: z.string(),
  endTime: z.string(),
  reason: z.string().nullable(),
  preferredContact: z.enum(['phone', 'email']).nullable(),
  appointmentType: z.enum(['in_person', 'teleconsultation']),
  consultationFee: moneySchema.nullable(),
  /** What held when it was booked, whatever the vet chose later. */
  refundPolicy: z.enum(refundPolicies),
  /** How one meets online, and the number or link; the vet may have put another in its place. */
  contactMethod: contactMethodSchema.nullable(),
  contactLink: z.string().nullable(),
  /** Where it is joined, for whoever asks; null where there is no address. */
  joinUrl: z.string().nullable(),
  /** What is paid here; null for what is not. */
  payment: appointmentPayment.nullable(),
  /** It has to be paid here, and is not. */
  awaitsPayment: z.boolean(),
  /** How often it was moved, and the earliest time it ever had: by that a cancellation is judged. */
  reschedules: z.int(),
  firstStartsAt: z.date(),
  /** When its owner said that the vet did not come, or contested the no-show. */
  absenceReportedAt: z.date().nullable(),
  /** When the vet answered that. */
  absenceAnsweredAt: z.date().nullable(),
  /** When it was noted that the owner did not come. */
  noShowAt: z.date().nullable(),
  /** When it was noted that it took place. */
  completedAt: z.date().nullable(),
  /** When Support last corrected how it ended. */
  correctedAt: z.date().nullable(),
  /** The vet is suspended: its owner can take a full refund. */
  providerSuspended: z.boolean(),
  closingReason: z.string().nullable(),
  cancelledBy: z.enum(['owner', 'provider', 'system']).nullable(),
  cancelledAt: z.date().nullable(),
  /** Also what was removed since. */
  rated: z.boolean(),
  /** What its owner said of it in public, with the vet’s answer. */
  rating: z
    .object({
      id: idSchema('rating'),
      stars: z.int().nullable(),
      feedback: z.string().nullable(),
      reply: z.string().nullable(),
      /** The vet has not answered it yet, and may once. */
      mayReply: z.boolean(),
      at: z.date(),
    })
    .nullable(),
  pet: z
    .object({
      id: idSchema('pet'),
      name: z.string(),
      breed: z.string().nullable(),
      species: speciesSchema,
      photoUrl: z.string().nullable(),
    })
    .nullable(),
}

/** An appointment as its owner sees it. */
export const appointmentSchema = z.object({
  ...appointmentBase,
  vet: z.object({
    id: idSchema('vet'),
    fullName: z.string(),
    location: z.string(),
    phoneNumber: z.string().nullable(),
    imageUrl: z.string().nullable(),
    specialization: z.string(),
  }),
})
export type Appointment = z.output<typeof appointmentSchema>

export const petClashSchema = z.object({
  clash: z
    .object({ petName: z.string(), with: z.string(), startsAt: z.date(), timeZone: z.string() })
    .nullable(),
})
export type PetClash = z.output<typeof petClashSchema>

/** An appointment as the vet sees it. How to reach the owner is told once it is confirmed. */
export const visitSchema = z.object({
  ...appointmentBase,
  owner: z.object({ name: z.string(), email: z.string().nullable(), phone: z.string().nullable() }),
})
export type Visit = z.output<typeof visitSchema>

export const reviewSchema = z.object({
  id: idSchema('rating'),
  /** The owner’s first name. */
  by: z.string(),
  /** Null for a note about a cancellation. */
  stars: z.int().min(1).max(5).nullable(),
  feedback: z.string().nullable(),
  reply: z.string().nullable(),
  at: z.date(),
  wasEdited: z.boolean(),
})
export type Review = z.output<typeof reviewSchema>

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

export const countsSchema = z.object({ vets: z.int(), cities: z.int(), visits: z.int() })
export type Counts = z.output<typeof countsSchema>

export const figuresSchema = z.object({
  rating: z.number().nullable(),
  totalReviews: z.int(),
  /** Of the requests whose wait is over; null when there were none. */
  answers: z.object({ answered: z.int(), asked: z.int() }).nullable(),
})
export type VetFigures = z.output<typeof figuresSchema>

export const weekEarningsSchema = z.object({
  /** The Monday the week began, on the vet's own calendar. */
  since: daySchema,
  /** How many visits were paid for. */
  visits: z.int(),
  /** What stays of it once refunds are taken off. */
  earned: moneySchema,
})
export type WeekEarnings = z.output<typeof weekEarningsSchema>

export const movedSchema = z.object({ id: idSchema('vet appointment'), status: appointmentStatusSchema })
