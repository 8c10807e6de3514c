import { z } from 'zod'
import { bookingErrors, openDaysSchema, refuseBooking, slotChoice, slotsSchema } from '#/booking/contract.ts'
import { appointmentStatusSchema } from '#/booking/rules.ts'
import { endpoint, only } from '#/kernel/api.ts'
import { type ErrorKinds, refuser } from '#/kernel/errors.ts'
import { cursorSchema, done, limits, optionalText, pageOf, requiredText } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { daySchema } from '#/kernel/time.ts'
import { paymentStatusSchema } from '#/payments/rules.ts'
import { petCareSchema, speciesSchema } from '#/pets/contract.ts'
import { profileEndpoints, profileErrors } from './profile.ts'
import { longestFeedback } from './ratings.ts'

export const veterinaryErrors = {
  'veterinary.no_owner_profile': 'forbidden',
  'veterinary.pet_not_found': 'invalid',
  'veterinary.own_calendar': 'invalid',
  'veterinary.not_in_person': 'invalid',
  'veterinary.being_checked': 'conflict',
  'veterinary.phone_needed': 'forbidden',
  'veterinary.not_teleconsultation': 'invalid',
  'veterinary.contact_needed': 'invalid',
  'veterinary.terms_needed': 'invalid',
  'veterinary.payment_method_needed': 'invalid',
  'veterinary.not_rateable': 'conflict',
  'veterinary.already_rated': 'conflict',
  'veterinary.stars_needed': 'invalid',
  'veterinary.words_needed': 'invalid',
  'veterinary.already_replied': 'conflict',
} as const satisfies ErrorKinds

export const refuse = refuser({ ...veterinaryErrors, ...profileErrors })
export { refuseBooking }

export const contactMethods = ['whatsapp', 'zoom'] as const
const contactMethodSchema = z.enum(contactMethods)

const moneySchema = z.object({ amount: z.int(), currency: z.string() })

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
  bio: z.string().nullable(),
  imageUrl: z.string().nullable(),
  rating: z.number().nullable(),
  totalReviews: z.int(),
  timeZone: z.string(),
  offersInPerson: z.boolean(),
  offersTeleconsultation: z.boolean(),
})
export type Vet = z.output<typeof vetSchema>

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
  /** How one meets online, and the number or link; the vet may have put another in its place. */
  contactMethod: contactMethodSchema.nullable(),
  contactLink: z.string().nullable(),
  /** Where it is joined, for whoever asks; null where there is no address. */
  joinUrl: z.string().nullable(),
  /** What is paid here; null for what is not. */
  payment: z
    .object({
      id: idSchema('payment'),
      status: paymentStatusSchema,
      amount: moneySchema,
      payBy: z.date().nullable(),
      /** When it is charged by itself, where it is. */
      chargeAt: z.date().nullable(),
      refunded: z.int(),
    })
    .nullable(),
  /** It has to be paid here, and is not. */
  awaitsPayment: z.boolean(),
  /** How often it was moved, and the earliest time it ever had: by that a cancellation is judged. */
  reschedules: z.int(),
  firstStartsAt: z.date(),
  /** Since when its owner says that the vet did not come. */
  absenceReportedAt: z.date().nullable(),
  closingReason: z.string().nullable(),
  cancelledBy: z.enum(['owner', 'provider', 'system']).nullable(),
  cancelledAt: z.date().nullable(),
  rated: z.boolean(),
  /** What its owner said of it in public, with the vet’s answer. */
  rating: z
    .object({
      id: idSchema('rating'),
      stars: z.int().nullable(),
      feedback: z.string().nullable(),
      reply: z.string().nullable(),
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

const petClashSchema = z.object({
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

const reviewSchema = z.object({
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

const countsSchema = z.object({ vets: z.int(), cities: z.int(), visits: z.int() })
export type Counts = z.output<typeof countsSchema>

const figuresSchema = z.object({
  rating: z.number().nullable(),
  totalReviews: z.int(),
  /** Of the requests whose wait is over; null when there were none. */
  answers: z.object({ answered: z.int(), asked: z.int() }).nullable(),
})
export type VetFigures = z.output<typeof figuresSchema>

const onlyThe = idSchema('vet appointment')
const closing = z.object({ id: onlyThe, reason: optionalText(limits.short) })
const moved = z.object({ id: onlyThe, status: appointmentStatusSchema })
const moveErrors = only(bookingErrors, 'booking.move_not_allowed')

export const veterinaryContract = {
  vets: endpoint({
    method: 'GET',
    path: '/veterinary/vets',
    summary: 'Finds vets by place and specialization, best rated first',
    access: 'signed-in',
    rows: 'verified vets',
    input: z.object({
      location: z.string().max(limits.title).optional(),
      specialization: z.string().max(limits.title).optional(),
      cursor: cursorSchema,
    }),
    output: pageOf(vetSchema),
  }),
  vet: endpoint({
    method: 'GET',
    path: '/veterinary/vets/{id}',
    summary: 'One vet',
    access: 'signed-in',
    rows: 'verified vets',
    input: z.object({ id: idSchema('vet') }),
    output: vetSchema,
  }),
  counts: endpoint({
    method: 'GET',
    path: '/veterinary/counts',
    summary: 'How many vets are listed, in how many cities, and how many visits took place; some minutes old',
    access: 'anyone',
    rows: 'none: only numbers, of verified vets and completed appointments',
    input: z.object({}).optional(),
    output: countsSchema,
  }),
  openDays: endpoint({
    method: 'GET',
    path: '/veterinary/vets/{id}/days',
    summary: 'The days of the booking window and what can be done on them',
    access: 'signed-in',
    rows: 'the calendar of a verified vet, without whose bookings they are',
    input: z.object({ id: idSchema('vet') }),
    output: openDaysSchema,
  }),
  slots: endpoint({
    method: 'GET',
    path: '/veterinary/vets/{id}/days/{date}/slots',
    summary: 'The free slots of one day',
    access: 'signed-in',
    rows: 'the calendar of a verified vet, without whose bookings they are',
    input: z.object({ id: idSchema('vet'), date: daySchema }),
    output: slotsSchema,
  }),
  petClash: endpoint({
    method: 'GET',
    path: '/veterinary/pets/{petId}/clash',
    summary: 'What a pet has at a time already; for a warning before it is booked twice',
    access: 'signed-in',
    rows: 'an open appointment of the caller’s own pet',
    input: z.object({
      petId: idSchema('pet'),
      startsAt: z.iso.datetime().max(40),
      endsAt: z.iso.datetime().max(40),
    }),
    output: petClashSchema,
  }),
  book: endpoint({
    method: 'POST',
    path: '/veterinary/appointments',
    summary: 'Books a slot for a visit in person or a teleconsultation; the fee is the vet’s',
    access: 'signed-in',
    rows: 'a new appointment of the caller with a verified vet, and what is to be paid for it; pet and payment method must be the caller’s own',
    input: z.object({
      vetId: idSchema('vet'),
      slot: slotChoice,
      petId: idSchema('pet').nullish(),
      reason: optionalText(limits.short),
      preferredContact: z.enum(['phone', 'email']).default('phone'),
      appointmentType: z.enum(['in_person', 'teleconsultation']).default('in_person'),
      contactMethod: contactMethodSchema.nullish(),
      contactLink: optionalText(limits.short),
      disclaimerAccepted: z.boolean().default(false),
      paymentMethodId: idSchema('payment method').nullish(),
    }),
    output: appointmentSchema,
    errors: {
      ...veterinaryErrors,
      ...only(
        bookingErrors,
        'booking.slot_taken',
        'booking.not_a_slot',
        'booking.holiday',
        'booking.past',
        'booking.too_soon',
        'booking.outside_window',
        'booking.too_many_pending',
      ),
    },
  }),
  appointments: endpoint({
    method: 'GET',
    path: '/veterinary/appointments',
    summary: 'The caller’s appointments as an owner: those to come, soonest first, or the rest, newest first',
    access: 'record:pet_owner',
    rows: 'appointments the caller booked',
    input: z.object({
      tab: z.enum(['upcoming', 'past']),
      cursor: cursorSchema,
      limit: z.coerce.number().int().min(1).max(20).optional(),
    }),
    output: pageOf(appointmentSchema),
  }),
  visits: endpoint({
    method: 'GET',
    path: '/veterinary/visits',
    summary:
      'The caller’s appointments as a vet: those waiting for an answer, who asked first; those to come; or the rest',
    access: 'record:veterinary_doctor',
    rows: 'appointments with the caller as the vet',
    input: z.object({ tab: z.enum(['requests', 'upcoming', 'past']), cursor: cursorSchema }),
    output: pageOf(visitSchema),
  }),
  today: endpoint({
    method: 'GET',
    path: '/veterinary/visits/today',
    summary:
      'The agreed visits of this day on the caller’s calendar as a vet, in order, those that are over too',
    access: 'record:veterinary_doctor',
    rows: 'appointments with the caller as the vet, on one day',
    input: z.object({}).optional(),
    output: z.object({ date: daySchema, timeZone: z.string(), rows: z.array(visitSchema) }),
  }),
  figures: endpoint({
    method: 'GET',
    path: '/veterinary/figures',
    summary: 'The caller’s rating as a vet, and how many of a year’s requests they answered in time',
    access: 'record:veterinary_doctor',
    rows: 'none: only numbers, of the caller as the vet',
    input: z.object({}).optional(),
    output: figuresSchema,
  }),
  visitPet: endpoint({
    method: 'GET',
    path: '/veterinary/visits/{id}/pet',
    summary: 'What a vet should know of the pet of a visit; without the number of its chip',
    access: 'record:veterinary_doctor',
    rows: 'the pet of an appointment with the caller as the vet and links to its certificates, from acceptance to 14 days after its end',
    input: z.object({ id: onlyThe }),
    output: petCareSchema,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/veterinary/appointments/{id}/cancellation',
    summary: 'Cancels an appointment, as its owner or as its vet',
    access: 'signed-in',
    rows: 'an appointment the caller booked, or is the vet of',
    input: closing,
    output: moved,
    errors: moveErrors,
  }),
  reschedule: endpoint({
    method: 'POST',
    path: '/veterinary/appointments/{id}/rescheduling',
    summary:
      'Moves an appointment to another time of the same vet, twice at most and up to 24 hours before; what is to be charged moves along',
    access: 'signed-in',
    rows: 'an appointment the caller booked',
    input: z.object({ id: onlyThe, slot: slotChoice }),
    output: appointmentSchema,
    errors: only(
      bookingErrors,
      'booking.move_not_allowed',
      'booking.slot_taken',
      'booking.not_a_slot',
      'booking.holiday',
      'booking.past',
      'booking.too_soon',
      'booking.outside_window',
    ),
  }),
  replaceContactLink: endpoint({
    method: 'PUT',
    path: '/veterinary/appointments/{id}/contact-link',
    summary: 'Puts another meeting link or number in the place of the owner’s',
    access: 'record:veterinary_doctor',
    rows: 'a teleconsultation to come with the caller as the vet',
    input: z.object({ id: onlyThe, contactLink: requiredText(limits.short) }),
    output: done,
  }),
  reportAbsence: endpoint({
    method: 'POST',
    path: '/veterinary/appointments/{id}/absence',
    summary:
      'Reports that the vet did not come, from 15 minutes after the start; without their answer in 24 hours it is cancelled and refunded',
    access: 'signed-in',
    rows: 'an appointment the caller booked',
    input: z.object({ id: onlyThe }),
    output: moved,
    errors: moveErrors,
  }),
  accept: endpoint({
    method: 'POST',
    path: '/veterinary/appointments/{id}/acceptance',
    summary: 'Accepts a request, unless a change of the vet’s profile is being checked',
    access: 'record:veterinary_doctor',
    rows: 'an appointment with the caller as the vet',
    input: z.object({ id: onlyThe }),
    output: moved,
    errors: { ...moveErrors, ...only(veterinaryErrors, 'veterinary.being_checked') },
  }),
  decline: endpoint({
    method: 'POST',
    path: '/veterinary/appointments/{id}/refusal',
    summary: 'Declines a request, saying why',
    access: 'record:veterinary_doctor',
    rows: 'an appointment with the caller as the vet',
    input: z.object({ id: onlyThe, reason: requiredText(limits.short) }),
    output: moved,
    errors: moveErrors,
  }),
  complete: endpoint({
    method: 'POST',
    path: '/veterinary/appointments/{id}/completion',
    summary: 'Marks a visit as done, once it has started',
    access: 'record:veterinary_doctor',
    rows: 'an appointment with the caller as the vet',
    input: z.object({ id: onlyThe }),
    output: moved,
    errors: moveErrors,
  }),
  reportNoShow: endpoint({
    method: 'POST',
    path: '/veterinary/appointments/{id}/no-show',
    summary: 'Reports that the owner did not come, from 15 minutes after the start',
    access: 'record:veterinary_doctor',
    rows: 'an appointment with the caller as the vet',
    input: z.object({ id: onlyThe }),
    output: moved,
    errors: moveErrors,
  }),
  reviews: endpoint({
    method: 'GET',
    path: '/veterinary/vets/{id}/ratings',
    summary: 'What owners said of a vet, the latest first',
    access: 'signed-in',
    rows: 'ratings of a verified vet, with the first names of who wrote them',
    input: z.object({ id: idSchema('vet'), cursor: cursorSchema }),
    output: pageOf(reviewSchema),
  }),
  rate: endpoint({
    method: 'PUT',
    path: '/veterinary/appointments/{id}/rating',
    summary:
      'Rates a visit that took place, or changes the rating within a day; after a late cancellation of the vet, a note without stars',
    access: 'signed-in',
    rows: 'the rating of an appointment the caller booked',
    input: z.object({
      id: onlyThe,
      stars: z.int().min(1).max(5).nullish(),
      feedback: optionalText(longestFeedback),
    }),
    output: done,
    errors: only(
      veterinaryErrors,
      'veterinary.not_rateable',
      'veterinary.already_rated',
      'veterinary.stars_needed',
      'veterinary.words_needed',
    ),
  }),
  reply: endpoint({
    method: 'POST',
    path: '/veterinary/ratings/{id}/reply',
    summary: 'Answers a rating in public, once',
    access: 'record:veterinary_doctor',
    rows: 'a rating of the caller as the vet',
    input: z.object({ id: idSchema('rating'), reply: requiredText(longestFeedback) }),
    output: done,
    errors: only(veterinaryErrors, 'veterinary.already_replied'),
  }),
  ...profileEndpoints,
}
