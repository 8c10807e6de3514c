import { z } from 'zod'
import { trades } from '#/booking/trades.ts'
import { moneySchema } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { daySchema } from '#/kernel/time.ts'
import { paymentStatusSchema } from '#/payments/rules.ts'
import { speciesSchema } from '#/pets/contract.ts'
import { refundPolicies } from './refunds.ts'
import { appointmentStatusSchema, phases } from './rules.ts'
import { factSchema, seriesSchema } from './trade.ts'

export const contactMethods = ['whatsapp', 'zoom', 'google_meet'] as const
export const contactMethodSchema = z.enum(contactMethods)
export type ContactMethod = z.output<typeof contactMethodSchema>

export const appointmentPayment = z.object({
  id: idSchema('payment'),
  status: paymentStatusSchema,
  amount: moneySchema,
  payBy: z.date().nullable(),
  /** Null if it isn't charged automatically. */
  chargeAt: z.date().nullable(),
  /** The most that can be refunded: less than the amount if the payer used an offer of the operator's. */
  refundable: z.int(),
  refunded: z.int(),
  /** The payer’s bank has charged it back, and the dispute is open. */
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
  /** The provider settles the final price at the appointment. */
  priceIsEstimate: z.boolean(),
  /** The policy at the time of booking, which the provider may have changed since. */
  refundPolicy: z.enum(refundPolicies),
  /** Null if nothing is paid here. */
  payment: appointmentPayment.nullable(),
  isPaidHere: z.boolean(),
  awaitsPayment: z.boolean(),
}

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

export const proposalSchema = z.object({
  id: idSchema('proposal'),
  ...when,
  note: z.string().nullable(),
  lapsesAt: z.date(),
})

const appointmentBase = {
  id: idSchema('appointment'),
  trade: z.enum(trades),
  /** `title` for a card ('Teleconsultation'), `noun` for a sentence ('teleconsultation'). */
  title: z.string(),
  noun: z.string(),
  /** For the middle of a sentence: 'vet'. */
  providerNoun: z.string(),
  status: appointmentStatusSchema,
  phase: z.enum(phases),
  ...when,
  ...money,
  reason: z.string().nullable(),
  /** The card's label for `reason`, such as 'Special instructions'. */
  reasonLabel: z.string(),
  /** Lines that only the trade has. */
  facts: z.array(factSchema),
  isOnline: z.boolean(),
  /** The owner's home, if the provider comes to it. Providers get it from the confirmation until 14 days after it; otherwise null. */
  address: z.string().nullable(),
  /** The provider may replace the link. */
  contactMethod: contactMethodSchema.nullable(),
  contactLink: z.string().nullable(),
  /** The reader's link for joining; null without one. */
  joinUrl: z.string().nullable(),
  /**
   * The package that a session was booked with; null without one. `isBack`: it went back to the package. `isOver`: the
   * package was returned or ended, so a session that doesn't take place is refunded instead. `isExpired`: its time is over, so
   * a session that its owner cancels is lost.
   */
  package: z
    .object({
      id: idSchema('package'),
      title: z.string(),
      isBack: z.boolean(),
      isOver: z.boolean(),
      isExpired: z.boolean(),
    })
    .nullable(),
  /** `firstStartsAt` decides the refund of a cancellation: the earliest time it ever had, or the later of that and a time that the provider proposed. */
  reschedules: z.int(),
  /** Another time that the provider proposed, until the owner answers or it lapses; null without one. */
  proposal: proposalSchema.nullable(),
  /** The provider's proposals of another time, in all. */
  proposals: z.int(),
  /** The deadline for an answer; null if the provider can answer until the appointment ends. */
  answerBy: z.date().nullable(),
  /** The provider's start, in trades that record it. */
  startedAt: z.date().nullable(),
  /** The provider's stop; of a stay, only if it was ended before its last day. */
  stoppedAt: z.date().nullable(),
  /** Set for a stay, which has its own refund terms. */
  nights: z.int().nullable(),
  /** It was requested together with others. The price is for this one alone. */
  isOneOfSeveral: z.boolean(),
  /** The series it belongs to, once agreed; null without one. */
  series: seriesSchema.nullable(),
  firstStartsAt: z.date(),
  /** The owner's claim that the provider didn't come, or that the no-show is wrong. */
  absenceReportedAt: z.date().nullable(),
  /** The provider's answer to that claim. */
  absenceAnsweredAt: z.date().nullable(),
  /** When the provider said that the owner agreed to a stay's early end, which Support then decides. */
  earlyEndDisputedAt: z.date().nullable(),
  noShowAt: z.date().nullable(),
  completedAt: z.date().nullable(),
  /** The last correction by Support. */
  correctedAt: z.date().nullable(),
  /** The owner can take a full refund. */
  providerBarred: z.boolean(),
  closingReason: z.string().nullable(),
  cancelledBy: z.enum(['owner', 'provider', 'system']).nullable(),
  cancelledAt: z.date().nullable(),
  /** True even if the rating was removed. */
  rated: z.boolean(),
  /** A series is rated once, with any of its appointments. */
  seriesRated: z.boolean(),
  rating: z
    .object({
      id: idSchema('rating'),
      stars: z.int().nullable(),
      feedback: z.string().nullable(),
      reply: z.string().nullable(),
      /** The provider may reply once. */
      mayReply: z.boolean(),
      at: z.date(),
    })
    .nullable(),
  pets: z.array(appointmentPetSchema),
}

/** The provider of an appointment, as its owner sees them. */
export const appointmentProvider = z.object({
  id: idSchema('provider'),
  fullName: z.string(),
  /** With the trade's title, if it has one. */
  name: z.string(),
  location: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  imageUrl: z.string().nullable(),
  specialities: z.array(z.string()),
  bookingPath: z.string(),
  /** The calendar's sentence for holidays, if the trade has its own. */
  holidayText: z.string().nullable(),
})

export const appointmentSchema = z.object({
  ...appointmentBase,
  provider: appointmentProvider,
})
export type Appointment = z.output<typeof appointmentSchema>

/** The other appointments of its series in a grouped list, and the next of them; null without a series. */
const othersOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ series: z.uuid(), count: z.int(), rows: z.array(row) }).nullable()

export const listedAppointmentSchema = appointmentSchema.extend({ others: othersOf(appointmentSchema) })
export type ListedAppointment = z.output<typeof listedAppointmentSchema>

/** The most days of a sitter's plan that exist at once. */
const mostClashTimes = 31

const clashTimeSchema = z
  .string()
  .max(60)
  .transform((text) => text.split('/'))
  .pipe(z.tuple([z.iso.datetime(), z.iso.datetime()]))

/** ISO intervals such as `2026-11-05T05:00:00Z/2026-11-05T06:00:00Z`. In a URL, a single one has no brackets. */
export const clashTimesSchema = z.union([
  z.array(clashTimeSchema).min(1).max(mostClashTimes),
  clashTimeSchema.transform((time) => [time]),
])

export const petClashSchema = z.object({
  clash: z
    .object({ petName: z.string(), with: z.string(), startsAt: z.date(), timeZone: z.string() })
    .nullable(),
})
export type PetClash = z.output<typeof petClashSchema>

export const flagSchema = z.object({
  kind: z.enum(['new_client', 'bite', 'incident', 'vaccine']),
  text: z.string(),
})
export type Flag = z.output<typeof flagSchema>

/** An appointment for its provider. The owner's contact details are null until it is confirmed. */
export const visitSchema = z.object({
  ...appointmentBase,
  /** Warnings for the provider, while they can read the care instructions. Not shown to the owner. */
  flags: z.array(flagSchema),
  owner: z.object({ name: z.string(), email: z.string().nullable(), phone: z.string().nullable() }),
  /** The caller's own record, whose calendar has it. */
  providerId: idSchema('provider'),
})
export type Visit = z.output<typeof visitSchema>
export const listedVisitSchema = visitSchema.extend({ others: othersOf(visitSchema) })
export type ListedVisit = z.output<typeof listedVisitSchema>

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
    'proposed',
    'proposal_taken',
    'proposal_refused',
    'proposal_withdrawn',
    'proposal_lapsed',
    'ended_early',
    'resumed',
    'early_end_disputed',
    'decided',
    'absence_reported',
    'absence_denied',
    'no_show_contested',
    'corrected',
  ]),
  status: appointmentStatusSchema,
  reason: z.string().nullable(),
  moved: z.object({ from: z.date(), to: z.date() }).nullable(),
})
export type Change = z.output<typeof changeSchema>

export const countsSchema = z.object({
  /** Listed providers by trade. */
  providers: z.record(z.enum(trades), z.int()),
  /** The cities they are in. */
  cities: z.int(),
  /** Completed appointments of every trade. */
  completed: z.int(),
})
export type Counts = z.output<typeof countsSchema>

export const figuresSchema = z.object({
  rating: z.number().nullable(),
  totalReviews: z.int(),
  /** Requests that still wait for an answer don't count; null without any others. */
  answers: z.object({ answered: z.int(), asked: z.int() }).nullable(),
})
export type Figures = z.output<typeof figuresSchema>

export const weekEarningsSchema = z.object({
  /** The week's Monday on the provider's own calendar. */
  since: daySchema,
  /** The number of appointments paid through us. */
  visits: z.int(),
  /** Paid through us, after refunds. */
  earned: moneySchema,
  /** Completed appointments that owners pay on the spot, and the sum of their prices and estimates. */
  direct: z.object({ visits: z.int(), amount: moneySchema }),
})
export type WeekEarnings = z.output<typeof weekEarningsSchema>

export const movedSchema = z.object({ id: idSchema('appointment'), status: appointmentStatusSchema })
