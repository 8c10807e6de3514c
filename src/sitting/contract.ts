import { z } from 'zod'
import { bookingLimit } from '#/appointments/booking-input.ts'
import { appointmentErrors, searchErrors } from '#/appointments/errors.ts'
import { noticeLimit } from '#/booking/hours.ts'
import { endpoint, only } from '#/kernel/api.ts'
import { done, limits, optionalText, pageOf, photoFields, rateSchema, requiredLine } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { pictureErrors } from '#/kernel/pictures.ts'
import { daySchema } from '#/kernel/time.ts'
import { mostYears } from '#/verification/rules.ts'
import { cardEndpoints } from './card-contract.ts'
import { sittingErrors } from './errors.ts'
import { meetEndpoints } from './meet-contract.ts'
import { moveEndpoints } from './move-contract.ts'
import { requestDefaultsSchema, requestedSchema, requestSchema } from './request.ts'
import { homeKinds, mostPets, petSizes, policies, services, sittingRates } from './rules.ts'
import { petIdsSchema, planFields, sitterSearchFields } from './search.ts'
import {
  bookingRulesSchema,
  foundSitterSchema,
  leavingSchema,
  leftOutSchema,
  replacementsSchema,
  resumedSchema,
  sitterCalendarSchema,
  sitterPageSchema,
} from './shapes.ts'

export { refuse } from './errors.ts'

const facts = {
  services: z.array(z.enum(services)).min(1).max(services.length),
  /** In paise. */
  hourlyRate: rateSchema,
  nightlyRate: rateSchema.nullable(),
  experienceYears: z.int().min(0).max(mostYears),
  maxPets: z.int().min(1).max(mostPets),
  sizesAccepted: z.array(z.enum(petSizes)).min(1).max(petSizes.length),
  homeKind: z.enum(homeKinds).nullable(),
  hasGarden: z.boolean(),
  hasOwnPets: z.boolean(),
  hasChildren: z.boolean(),
  isSmokeFree: z.boolean(),
  cancellationPolicy: z.enum(policies),
}

/** A sitter's own profile in any state; unfilled fields are null or empty. */
export const profileSchema = z.object({
  ...facts,
  services: z.array(z.enum(services)),
  hourlyRate: z.int().nullable(),
  nightlyRate: z.int().nullable(),
  experienceYears: z.int().nullable(),
  sizesAccepted: z.array(z.enum(petSizes)),
  fullName: z.string(),
  location: z.string().nullable(),
  bio: z.string().nullable(),
  imageUrl: z.string().nullable(),
  photos: z.array(z.string()),
})
export type SitterProfile = z.output<typeof profileSchema>

export const sitterProfileInput = z.object({
  ...facts,
  fullName: requiredLine(120),
  location: requiredLine(limits.title),
  bio: optionalText(limits.long),
  ...photoFields,
})
export type SitterInput = z.input<typeof sitterProfileInput>

const ofSitter = z.object({ id: idSchema('sitter') })
const calendarLimit = { name: 'sitting-calendar', by: 'user', ...sittingRates.calendar } as const
const pauseLimit = { name: 'sitting-pause', by: 'user', ...sittingRates.pause } as const

export const sittingContract = {
  sitters: endpoint({
    method: 'GET',
    path: '/sitting/sitters',
    summary:
      'Finds sitters by service, place, price, rating, experience and home; with dates, those who have room then for the pets',
    access: 'signed-in',
    rows: 'listed sitters other than the caller; the pets must be the caller’s own',
    input: z.object(sitterSearchFields),
    output: pageOf(foundSitterSchema),
    errors: {
      ...searchErrors,
      ...only(appointmentErrors, 'appointments.pet_not_found'),
      ...only(
        sittingErrors,
        'sitting.dates_needed',
        'sitting.weekday_needed',
        'sitting.ends_first',
        'sitting.past',
        'sitting.too_far',
        'sitting.too_long',
        'sitting.no_day',
      ),
    },
  }),
  sitter: endpoint({
    method: 'GET',
    path: '/sitting/sitters/{id}',
    summary: 'Returns a sitter with home, photos, policy and reliability',
    access: 'anyone',
    rows: 'listed sitters',
    input: ofSitter,
    output: sitterPageSchema,
  }),
  calendar: endpoint({
    method: 'GET',
    path: '/sitting/sitters/{id}/calendar',
    summary: 'Returns on which of the next 60 days a sitter has room',
    access: 'anyone',
    rows: 'listed sitters; says nothing about who is booked',
    input: ofSitter,
    output: sitterCalendarSchema,
  }),
  leftOut: endpoint({
    method: 'GET',
    path: '/sitting/sitters/{id}/left-out-days',
    summary:
      'Returns the days that a weekly request to a sitter would leave out, because they are away or already have the pet, and whether any request would be refused as asked already',
    access: 'signed-in',
    rows: 'a listed sitter; the pets must be the caller’s own',
    input: ofSitter.extend({ ...planFields, petIds: petIdsSchema }),
    output: leftOutSchema,
    errors: {
      ...only(appointmentErrors, 'appointments.pet_not_found'),
      ...only(
        sittingErrors,
        'sitting.weekday_needed',
        'sitting.ends_first',
        'sitting.past',
        'sitting.too_far',
        'sitting.too_long',
        'sitting.no_day',
      ),
    },
  }),
  requestDefaults: endpoint({
    method: 'GET',
    path: '/sitting/request-defaults',
    summary:
      'Returns what a request can be filled in with, from the owner’s profile, the pets’ pages and the last requests: emergency contact, care and whether dogs get along',
    access: 'signed-in',
    rows: 'the caller’s own profile, pets and requests',
    input: z.object({}).optional(),
    output: requestDefaultsSchema,
  }),
  request: endpoint({
    method: 'POST',
    path: '/sitting/requests',
    summary:
      'Asks up to five sitters for a stay, walks or day care, once or each week; the first to accept gets it; at most 20 bookings an hour',
    access: 'signed-in',
    named: true,
    rows: 'a new request of the caller to each sitter, who must be listed; the pets must be the caller’s own',
    limit: bookingLimit,
    input: requestSchema,
    output: requestedSchema,
    errors: {
      ...only(
        appointmentErrors,
        'appointments.no_owner_profile',
        'appointments.pet_not_found',
        'appointments.own_calendar',
        'appointments.phone_needed',
        'appointments.terms_needed',
        'appointments.payment_method_needed',
        'appointments.not_payable',
        'appointments.price_changed',
        'appointments.policy_changed',
        'appointments.too_many_pending',
        'appointments.too_many_upcoming',
        'appointments.too_many_unanswered',
        'appointments.unconfirmed',
        'appointments.too_often',
      ),
      ...only(
        sittingErrors,
        'sitting.weekday_needed',
        'sitting.ends_first',
        'sitting.past',
        'sitting.too_far',
        'sitting.too_long',
        'sitting.no_day',
        'sitting.too_soon',
        'sitting.service_not_offered',
        'sitting.size_not_taken',
        'sitting.dogs_only',
        'sitting.asked_already',
        'sitting.away',
        'sitting.closed',
        'sitting.full',
      ),
    },
  }),
  replacements: endpoint({
    method: 'GET',
    path: '/sitting/appointments/{id}/replacements',
    summary:
      'Finds up to three sitters with room for what a sitter cancelled, declined or let expire; null if nobody else is needed',
    access: 'signed-in',
    rows: 'an appointment of the caller as its owner; listed sitters whom neither side has blocked',
    input: z.object({ id: idSchema('appointment') }),
    output: replacementsSchema,
  }),
  end: endpoint({
    method: 'POST',
    path: '/sitting/requests/{requestId}/end',
    summary:
      'Ends a weekly repeat, or the rest of several days, and refunds each upcoming appointment by the terms',
    access: 'signed-in',
    rows: 'an accepted request in which the caller is the owner or the sitter, and its appointments that haven’t begun',
    input: z.object({ requestId: idSchema('sitting request') }),
    output: z.object({ cancelled: z.int() }),
    errors: only(sittingErrors, 'sitting.nothing_left'),
  }),
  leaving: endpoint({
    method: 'GET',
    path: '/sitting/requests/{requestId}/leaving',
    summary:
      'Returns the days that ending a repeat or the rest of several days would cancel, or a pause of these days, and what would be refunded now',
    access: 'signed-in',
    rows: 'an accepted request in which the caller is the owner or the sitter',
    input: z.object({
      requestId: idSchema('sitting request'),
      startDate: daySchema.optional(),
      endDate: daySchema.optional(),
    }),
    output: leavingSchema,
  }),
  pause: endpoint({
    method: 'POST',
    path: '/sitting/requests/{requestId}/pauses',
    summary: 'Pauses a weekly repeat from one day to another',
    access: 'signed-in',
    rows: 'an accepted repeat in which the caller is the owner or the sitter, and its appointments in these days',
    limit: pauseLimit,
    input: z.object({ requestId: idSchema('sitting request'), startDate: daySchema, endDate: daySchema }),
    output: z.object({ cancelled: z.int() }),
    errors: only(
      sittingErrors,
      'sitting.nothing_left',
      'sitting.ends_first',
      'sitting.past',
      'sitting.too_far',
      'sitting.paused_already',
      'sitting.too_many_pauses',
    ),
  }),
  resume: endpoint({
    method: 'POST',
    path: '/sitting/requests/{requestId}/pauses/{pauseId}/end',
    summary:
      'Ends a pause early: makes its days again that are at least 24 hours ahead, as far as there is room',
    access: 'signed-in',
    rows: 'an accepted repeat in which the caller is the owner or the sitter, and a pause that their side made',
    limit: pauseLimit,
    input: z.object({ requestId: idSchema('sitting request'), pauseId: idSchema('sitting pause') }),
    output: resumedSchema,
    errors: only(sittingErrors, 'sitting.nothing_left', 'sitting.not_paused', 'sitting.not_your_pause'),
  }),
  ...cardEndpoints,
  ...meetEndpoints,
  ...moveEndpoints,
  bookingRules: endpoint({
    method: 'GET',
    path: '/sitting/booking-rules',
    summary: 'Returns the caller’s booking rules as a sitter: time zone, most pets, notice',
    access: 'signed-in',
    rows: 'the caller’s own sitter record, in any state',
    input: z.object({}).optional(),
    output: bookingRulesSchema,
  }),
  saveBookingRules: endpoint({
    method: 'PUT',
    path: '/sitting/booking-rules',
    summary: 'Saves how many pets the caller takes, and their minimum notice; agreed bookings stay',
    access: 'signed-in',
    rows: 'the caller’s own sitter record',
    limit: calendarLimit,
    input: z.object({
      minimumNoticeMinutes: z.int().min(0).max(noticeLimit),
      maxPets: z.int().min(1).max(mostPets),
    }),
    output: bookingRulesSchema,
  }),
  profile: endpoint({
    method: 'GET',
    path: '/sitting/profile',
    summary: 'Returns the caller’s profile as a sitter; null before the first save',
    access: 'signed-in',
    token: 'profile:read',
    rows: 'the caller’s own sitter record, in any state',
    input: z.object({}).optional(),
    output: profileSchema.nullable(),
  }),
  saveProfile: endpoint({
    method: 'PUT',
    path: '/sitting/profile',
    summary: 'Saves the caller’s profile as a sitter',
    access: 'signed-in',
    rows: 'the caller’s own sitter record, created on the first save, and its photo',
    uploads: true,
    input: sitterProfileInput,
    output: profileSchema,
    errors: pictureErrors,
  }),
  addPhoto: endpoint({
    method: 'POST',
    path: '/sitting/profile/photos',
    summary: 'Adds a photo of the caller’s home; it can only be sent over /rpc',
    access: 'signed-in',
    rows: 'the caller’s own sitter record, and the new photo',
    uploads: true,
    input: z.object({ photo: z.file() }),
    output: z.object({ photos: z.array(z.string()) }),
    errors: { ...pictureErrors, ...only(sittingErrors, 'sitting.too_many_photos') },
  }),
  removePhoto: endpoint({
    method: 'POST',
    path: '/sitting/profile/photos/removal',
    summary: 'Removes a photo of the caller’s home',
    access: 'signed-in',
    rows: 'the caller’s own sitter record',
    input: z.object({ url: z.string().max(200) }),
    output: done,
  }),
}
