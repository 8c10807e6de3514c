import { z } from 'zod'
import { toPhoneNumber } from '#/accounts/phone.ts'
import { endpoint, only } from '#/kernel/api.ts'
import {
  cursorSchema,
  done,
  optionalLine,
  optionalText,
  pageOf,
  requiredLine,
  requiredText,
} from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { pictureErrors } from '#/kernel/pictures.ts'
import { changeInputs, createInputs } from '#/kernel/record-inputs.ts'
import { degrees } from '#/location/contract.ts'
import { messagingErrors } from '#/messaging/errors.ts'
import { microchipSchema, speciesSchema } from '#/pets/contract.ts'
import { reportsErrors } from './errors.ts'
import { reportFields } from './fields.ts'
import {
  guestLimits,
  mapLimits,
  reportLimits as most,
  reportRates,
  statuses,
  unconfirmedTogether,
} from './rules.ts'
import {
  alertPlaceSchema,
  cardPageSchema,
  contactSchema,
  entrySchema,
  feedReportSchema,
  mapSchema,
  matchSchema,
  reportSchema,
} from './shapes.ts'

/** Accepts a number, or its text from a URL. */
const whole = (largest: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,4}$/)
        .transform(Number),
    ])
    .pipe(z.int().min(1).max(largest))

const photos = z.array(z.file()).max(most.photos).default([])

const positionInput = z.object({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) })
/** The place where the pet was last seen: the area for everyone, the position for the reporter only. */
const placeSchema = z.object({
  area: requiredLine(most.area),
  position: positionInput.nullish(),
  /** The reach of a city that was looked up. */
  reachKm: z.int().min(1).max(50).nullish(),
})

const alertPlaceInput = z.object({
  area: requiredLine(most.area),
  position: positionInput,
  mutedSpecies: z.array(speciesSchema).max(10).default([]),
})
export type AlertPlaceInput = z.output<typeof alertPlaceInput>

const onlyThe = z.object({ id: idSchema('pet_report') })
const onlyEntry = z.object({ id: idSchema('report_entry') })
const searchInput = z.object({
  status: z.enum(statuses),
  species: speciesSchema.optional(),
  /** Reported within this many days. */
  days: whole(366).optional(),
  /** A position, to about a kilometre, with `within` kilometres around it. */
  lat: degrees(90).optional(),
  lon: degrees(180).optional(),
  within: whole(100).optional(),
  cursor: cursorSchema,
})
export type ReportSearch = z.output<typeof searchInput>

const mapInput = z
  .object({
    status: z.enum(statuses),
    species: speciesSchema.optional(),
    days: whole(366).optional(),
    north: degrees(90),
    south: degrees(90),
    west: degrees(180),
    east: degrees(180),
    /** The zoom of web maps: at 0 the world is 256 pixels wide, and each further step doubles it. */
    zoom: whole(mapLimits.zoom),
  })
  .refine(({ north, south, west, east }) => south < north && west < east, {
    path: ['north'],
    message: 'North has to be above south, and east beyond west',
  })
export type MapSearch = z.output<typeof mapInput>

const feedInput = z.object({
  status: z.enum(statuses),
  species: speciesSchema.optional(),
  cursor: cursorSchema,
})
export type FeedSearch = z.output<typeof feedInput>

const reportInput = z.object({
  status: z.enum(statuses),
  petId: idSchema('pet').nullish(),
  ...createInputs(reportFields),
  species: speciesSchema,
  microchip: microchipSchema.nullish(),
  seenAt: z.iso.datetime().pipe(z.coerce.date<string>()),
  place: placeSchema,
  photos,
})
export type NewReport = z.output<typeof reportInput>

const changeInput = onlyThe.extend({
  ...changeInputs(reportFields),
  species: speciesSchema.optional(),
  microchip: microchipSchema.nullish(),
  seenAt: z.iso.datetime().pipe(z.coerce.date<string>()).optional(),
  place: placeSchema.optional(),
  photos,
  /** Addresses of the photos that go. */
  removePhotos: z
    .array(z.string().regex(/^\/[\w./-]{1,199}$/))
    .max(most.photos)
    .default([]),
})
export type ReportChange = z.output<typeof changeInput>

const sightingFields = {
  seenAt: z.iso.datetime().pipe(z.coerce.date<string>()),
  place: requiredLine(most.place),
  /** Given exactly to the reporter, and to others on a grid of about 300 m. */
  position: positionInput.nullish(),
  direction: optionalLine(most.direction),
  text: optionalText(most.comment),
}

const own = 'a report of the caller'
const any = 'any report that isn’t withdrawn or removed, without its private parts'
const moveErrors = only(reportsErrors, 'reports.move_not_allowed')
const timeErrors = only(reportsErrors, 'reports.seen_in_future', 'reports.seen_too_long_ago')
const writingErrors = only(
  reportsErrors,
  'reports.no_links',
  'reports.not_active',
  'reports.closed_to_me',
  'reports.wrote_enough',
  'reports.unconfirmed_together',
)

const together = `Callers who have confirmed neither an email address nor a phone number may write ${unconfirmedTogether.entries} a day about one report together, and 20 an hour from one network.`

export const reportsContract = {
  reports: endpoint({
    method: 'GET',
    path: '/pet-reports',
    summary: 'Lists active reports of lost or found pets, newest first, without the caller’s own',
    access: 'anyone',
    rows: 'active reports of other people, without their private parts',
    input: searchInput,
    output: cardPageSchema,
  }),
  feed: endpoint({
    method: 'GET',
    path: '/pet-reports/feed',
    summary:
      'Lists all active reports of a kind for programs, such as those of shelters, newest first, 100 a page; at most 120 in ten minutes from one address',
    access: 'anyone',
    rows: 'active reports, without their private parts',
    limit: { name: 'pet-report-feed', by: 'network', ...reportRates.feed },
    input: feedInput,
    output: pageOf(feedReportSchema),
  }),
  map: endpoint({
    method: 'GET',
    path: '/pet-reports/map',
    summary:
      'Counts active reports of a kind on the squares of a map’s window, without the caller’s own, and tells which report stands alone; at most 500 squares, and 600 windows in ten minutes from one address',
    access: 'anyone',
    rows: 'active reports of other people, on a grid of about 300 m and without their private parts',
    limit: { name: 'pet-report-map', by: 'network', ...reportRates.map },
    input: mapInput,
    output: mapSchema,
  }),
  mine: endpoint({
    method: 'GET',
    path: '/pet-reports/mine',
    summary: 'Lists the caller’s reports in every state, or those of one pet, newest first',
    access: 'signed-in',
    rows: 'reports of the caller',
    input: z.object({ petId: idSchema('pet').optional(), cursor: cursorSchema }),
    output: cardPageSchema,
  }),
  report: endpoint({
    method: 'GET',
    path: '/pet-reports/{id}',
    summary: 'Returns a report; its reporter also gets the private parts',
    access: 'anyone',
    rows: `${any}; of the caller’s own, all of it`,
    input: onlyThe,
    output: reportSchema,
  }),
  timeline: endpoint({
    method: 'GET',
    path: '/pet-reports/{id}/timeline',
    summary: 'Lists what happened to a report, sightings and comments, latest first',
    access: 'anyone',
    rows: any,
    input: onlyThe.extend({ cursor: cursorSchema }),
    output: pageOf(entrySchema),
  }),
  matches: endpoint({
    method: 'GET',
    path: '/pet-reports/{id}/matches',
    summary: 'Lists active reports that may be of the same pet, best first, with the reasons',
    access: 'signed-in',
    rows: `${own}, and active reports of others that match it, without their private parts`,
    input: onlyThe,
    output: z.object({ rows: z.array(matchSchema) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/pet-reports',
    summary:
      'Reports a lost or found pet; at most 10 a day, and one until the caller has confirmed an email address or a phone number. Photos can only be sent over /rpc',
    access: 'signed-in',
    named: true,
    rows: 'a new report of the caller, and its photos',
    uploads: true,
    mostFiles: most.photos,
    limit: { name: 'pet-report', by: 'user', ...reportRates.create },
    input: reportInput,
    output: z.object({ id: idSchema('pet_report') }),
    errors: {
      ...pictureErrors,
      ...timeErrors,
      ...only(
        reportsErrors,
        'reports.unconfirmed',
        'reports.no_links',
        'reports.photo_needed',
        'reports.pet_not_found',
      ),
    },
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/pet-reports/{id}',
    summary: 'Changes the given parts of an active report; photos can only be sent over /rpc',
    access: 'signed-in',
    rows: `${own}, and its photos`,
    uploads: true,
    mostFiles: most.photos,
    limit: { name: 'pet-report-change', by: 'user', ...reportRates.change },
    input: changeInput,
    output: done,
    errors: {
      ...pictureErrors,
      ...timeErrors,
      ...only(
        reportsErrors,
        'reports.no_links',
        'reports.photo_needed',
        'reports.too_many_photos',
        'reports.not_active',
      ),
    },
  }),
  reunite: endpoint({
    method: 'POST',
    path: '/pet-reports/{id}/reunion',
    summary: 'Closes a report because the pet is home; tells its followers',
    access: 'signed-in',
    rows: own,
    input: onlyThe,
    output: done,
    errors: moveErrors,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/pet-reports/{id}/withdrawal',
    summary: 'Withdraws a report, which then only its reporter sees; tells its followers',
    access: 'signed-in',
    rows: own,
    input: onlyThe,
    output: done,
    errors: moveErrors,
  }),
  renew: endpoint({
    method: 'POST',
    path: '/pet-reports/{id}/renewal',
    summary: 'Says that a report still holds',
    access: 'signed-in',
    rows: own,
    limit: { name: 'pet-report-change', by: 'user', ...reportRates.change },
    input: onlyThe,
    output: done,
    errors: moveErrors,
  }),
  revive: endpoint({
    method: 'POST',
    path: '/pet-reports/{id}/revival',
    summary: 'Makes a stale report active again; tells its followers',
    access: 'signed-in',
    rows: own,
    input: onlyThe,
    output: done,
    errors: moveErrors,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/pet-reports/{id}',
    summary: 'Deletes a report with its photos and timeline; tells its followers',
    access: 'signed-in',
    rows: own,
    input: onlyThe,
    output: done,
  }),
  follow: endpoint({
    method: 'PUT',
    path: '/pet-reports/{id}/following',
    summary: 'Follows a report, or stops following it',
    access: 'signed-in',
    rows: 'the caller’s own following of a report that they may read',
    limit: { name: 'pet-report-change', by: 'user', ...reportRates.change },
    input: onlyThe.extend({ isFollowed: z.boolean() }),
    output: done,
  }),
  comment: endpoint({
    method: 'POST',
    path: '/pet-reports/{id}/comments',
    summary: `Writes under an active report; at most 60 comments and sightings an hour, and 10 a day about one report. ${together}`,
    access: 'signed-in',
    named: true,
    rows: 'a new comment of the caller under a report that they may read',
    limit: { name: 'pet-report-entry', by: 'user', ...reportRates.write },
    input: onlyThe.extend({ text: requiredText(most.comment, 'Please write something.') }),
    output: done,
    errors: writingErrors,
  }),
  sight: endpoint({
    method: 'POST',
    path: '/pet-reports/{id}/sightings',
    summary: `Tells that the pet was seen; at most 60 comments and sightings an hour, and 10 a day about one report. ${together} A photo can only be sent over /rpc`,
    access: 'signed-in',
    named: true,
    rows: 'a new sighting by the caller of the pet in a report that they may read, and its photo',
    uploads: true,
    limit: { name: 'pet-report-entry', by: 'user', ...reportRates.write },
    input: onlyThe.extend({ ...sightingFields, photo: z.file().nullish() }),
    output: done,
    errors: { ...pictureErrors, ...writingErrors, ...timeErrors },
  }),
  sightAsGuest: endpoint({
    method: 'POST',
    path: '/pet-reports/{id}/guest-sightings',
    summary: `Tells without an account that the pet was seen; needs a phone number confirmed by a code. At most ${guestLimits.perPhone} a day from one number, and 20 an hour from one network, with those by callers who have confirmed nothing`,
    access: 'anyone',
    rows: 'a new sighting of the pet in a report that everyone may read; the reporter alone reads the phone number',
    limit: { name: 'pet-report-guest', by: 'network', ...reportRates.guest },
    input: onlyThe.extend({
      ...sightingFields,
      phone: requiredLine(40)
        .transform((text) => toPhoneNumber(text) ?? '')
        .refine((number) => number !== ''),
      /** From POST /api/auth/confirm-phone. */
      phoneProof: z.string().regex(/^\d{13}\.[\w-]{43}$/),
      /** A small JPG, PNG or WebP picture. */
      photo: z
        .base64()
        .min(1)
        .max(guestLimits.photo)
        .transform((text) => new Blob([Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))]))
        .nullish(),
    }),
    output: done,
    errors: {
      ...pictureErrors,
      ...timeErrors,
      ...only(
        reportsErrors,
        'reports.no_links',
        'reports.not_active',
        'reports.phone_not_confirmed',
        'reports.closed_to_me',
        'reports.guest_wrote_enough',
      ),
    },
  }),
  complain: endpoint({
    method: 'POST',
    path: '/pet-reports/{id}/complaints',
    summary: 'Tells the operator that something is wrong with a report; at most 20 a day',
    access: 'signed-in',
    rows: 'a new complaint of the caller about a report that they may read',
    limit: { name: 'pet-report-complaint', by: 'user', ...reportRates.complain },
    input: onlyThe.extend({ reason: requiredText(most.reason, 'Please give a reason.') }),
    output: done,
    errors: only(reportsErrors, 'reports.own_report', 'reports.already_complained'),
  }),
  message: endpoint({
    method: 'POST',
    path: '/pet-reports/{id}/messages',
    summary: `Sends a first message to the reporter of an active report; at most 20 a day, and to two reporters a day until the caller has confirmed an email address or a phone number. Callers who haven’t may open ${unconfirmedTogether.contacts} threads a day about one report together`,
    access: 'signed-in',
    named: true,
    rows: 'a new message of the caller about a report of somebody else that they may read',
    limit: { name: 'pet-report-contact', by: 'user', ...reportRates.contact },
    input: onlyThe.extend({ text: requiredText(most.message, 'Please write something.') }),
    output: z.object({ contactId: idSchema('contact') }),
    errors: {
      ...only(
        reportsErrors,
        'reports.not_active',
        'reports.own_report',
        'reports.unconfirmed_writer',
        'reports.unconfirmed_together',
      ),
      ...only(
        messagingErrors,
        'messaging.closed_by_me',
        'messaging.closed_to_me',
        'messaging.no_links_yet',
        'messaging.not_answered_yet',
      ),
    },
  }),
  phone: endpoint({
    method: 'GET',
    path: '/pet-reports/{id}/phone',
    summary:
      'Returns the phone number that a report’s reporter shares; at most 20 a day, for callers who have confirmed an email address or a phone number',
    access: 'signed-in',
    rows: 'the shared number of an active report that the caller may read, unless its reporter has blocked them',
    limit: {
      name: 'pet-report-phone',
      by: 'user',
      ...reportRates.phone,
      refusal: 'reports.phones_enough',
    },
    input: onlyThe,
    output: z.object({ phone: z.string() }),
    errors: only(reportsErrors, 'reports.unconfirmed_reader', 'reports.phones_enough'),
  }),
  contacts: endpoint({
    method: 'GET',
    path: '/pet-reports/{id}/contacts',
    summary:
      'Lists with whom the caller writes about a report: the reporter with many, others with the reporter',
    access: 'signed-in',
    rows: 'the caller’s own threads about a report',
    input: onlyThe,
    output: z.object({ rows: z.array(contactSchema) }),
  }),
  blockWriter: endpoint({
    method: 'PUT',
    path: '/pet-report-entries/{id}/block',
    summary: 'Blocks or unblocks the writer of a comment or sighting under the caller’s report',
    access: 'signed-in',
    rows: 'the caller’s own block of somebody who wrote under their report',
    input: onlyEntry.extend({ isBlocked: z.boolean() }),
    output: done,
    errors: only(reportsErrors, 'reports.own_entry'),
  }),
  complainAboutEntry: endpoint({
    method: 'POST',
    path: '/pet-report-entries/{id}/complaints',
    summary:
      'Reports the writer of a comment or sighting to the operator, or a sighting by somebody without an account; at most 20 a day',
    access: 'signed-in',
    rows: 'a new report by the caller of somebody who wrote under a report that they may read, or a complaint about that',
    limit: { name: 'pet-report-complaint', by: 'user', ...reportRates.complain },
    input: onlyEntry.extend({ reason: requiredText(most.reason, 'Please give a reason.') }),
    output: done,
    errors: {
      ...only(reportsErrors, 'reports.own_entry', 'reports.already_complained'),
      ...only(messagingErrors, 'messaging.already_reported'),
    },
  }),
  alertPlace: endpoint({
    method: 'GET',
    path: '/pet-alerts',
    summary: 'Returns where the caller hears about lost pets, if they chose a place',
    access: 'signed-in',
    rows: 'the caller’s own place for alerts',
    input: z.object({}).optional(),
    output: z.object({ place: alertPlaceSchema.nullable() }),
  }),
  setAlertPlace: endpoint({
    method: 'PUT',
    path: '/pet-alerts',
    summary:
      'Alerts the caller about lost pets: at once within 5 km, at most three times a day, and daily within 25 km. The place is rounded to about a kilometre',
    access: 'signed-in',
    rows: 'the caller’s own place for alerts',
    limit: { name: 'pet-report-change', by: 'user', ...reportRates.change },
    input: alertPlaceInput,
    output: done,
  }),
  removeAlertPlace: endpoint({
    method: 'DELETE',
    path: '/pet-alerts',
    summary: 'Ends alerts about lost pets, and forgets the place',
    access: 'signed-in',
    rows: 'the caller’s own place for alerts',
    input: z.object({}).optional(),
    output: done,
  }),
  removeEntry: endpoint({
    method: 'DELETE',
    path: '/pet-report-entries/{id}',
    summary: 'Deletes a comment or sighting by its writer, or by the reporter under their report',
    access: 'signed-in',
    rows: 'a comment or sighting of the caller, or under their report',
    input: onlyEntry,
    output: done,
  }),
}
