import { z } from 'zod'
import { toPhoneNumber } from '#/accounts/phone.ts'
import { endpoint, only } from '#/kernel/api.ts'
import { optionalLine, optionalText, requiredLine } from '#/kernel/fields.ts'
import { pictureErrors } from '#/kernel/pictures.ts'
import { positionInput } from '#/location/contract.ts'
import { emergencyErrors } from './errors.ts'
import {
  animals,
  injuredLimits,
  injuredMoves,
  injuredStatuses,
  linkTokenPattern,
  severities,
} from './injured.ts'
import { longest } from './places.ts'
import { reportText } from './report-text.ts'

const linkToken = z.string().regex(linkTokenPattern)

const rescuer = z.object({ name: z.string(), phone: z.string() })
export type Rescuer = z.output<typeof rescuer>

const sent = z.object({
  /** The rescuers it was mailed to. Empty if we know nobody there, or they had too many reports today. */
  sentTo: z.array(rescuer),
})
export type SentReport = z.output<typeof sent>

const steps = z.object({
  status: z.enum(injuredStatuses),
  createdAt: z.date(),
  acceptedAt: z.date().nullable(),
  setOutAt: z.date().nullable(),
  endedAt: z.date().nullable(),
})

const followed = steps.extend({
  animal: z.enum(animals),
  place: z.string().nullable(),
  city: z.string().nullable(),
  isPhoneConfirmed: z.boolean(),
  /** The rescuer who accepted it; null if nobody has, or if we arranged it. */
  rescuer: rescuer.nullable(),
  sentTo: z.array(rescuer),
})
export type FollowedReport = z.output<typeof followed>

export const injuredFactsSchema = z.object({
  animal: z.enum(animals),
  severity: z.enum(severities),
  place: z.string().nullable(),
  city: z.string().nullable(),
  position: z.object({ lat: z.number(), lon: z.number() }).nullable(),
  note: z.string().nullable(),
  phone: z.string(),
  isPhoneConfirmed: z.boolean(),
})

export const rescuedSchema = steps.extend(injuredFactsSchema.shape).extend({
  /** Null, like photo, position and note, if the report isn't theirs to handle. */
  phone: z.string().nullable(),
  /** A data: URL. */
  photo: z.string().nullable(),
  taken: z.enum(['by_you', 'by_another']).nullable(),
  moves: z.array(z.enum(injuredMoves)),
})
export type RescueReport = z.output<typeof rescuedSchema>

const injuredReportInput = z
  .object({
    /** Made by the reporter's browser, for the follow link. We keep only its hash. */
    followToken: linkToken,
    animal: z.enum(animals),
    severity: z.enum(severities),
    /** In words, for the rescuer to find the animal. */
    place: optionalLine(injuredLimits.place),
    city: optionalLine(longest.city),
    position: positionInput.nullable(),
    note: optionalText(injuredLimits.note),
    phone: requiredLine(40, reportText.phone)
      .transform((text) => toPhoneNumber(text) ?? '')
      .refine((number) => number !== '', reportText.phone),
    /** From POST /api/auth/confirm-phone. People who are logged in need none unless their network sends many. */
    phoneProof: z
      .string()
      .regex(/^\d{13}\.[\w-]{43}$/)
      .nullish(),
    /** A small JPG, PNG or WebP picture. */
    photo: z.base64().min(1).max(injuredLimits.photo).nullish(),
  })
  .refine(({ place, city, position }) => position !== null || (place !== null && city !== null), {
    path: ['place'],
    message: reportText.place,
  })
export type InjuredReportInput = z.output<typeof injuredReportInput>

const byToken = z.object({ token: linkToken })

export const injuredContract = {
  reportInjured: endpoint({
    method: 'POST',
    path: '/emergency/injured-animals',
    summary:
      'Reports an injured animal to nearby rescuers; guests confirm their phone number first, unless no code could be sent to it. Accepts five a day from one person, and twenty an hour from one network without a confirmed number',
    access: 'anyone',
    rows: 'a new report by the caller, and the directory’s nearest rescuers with an email address',
    input: injuredReportInput,
    output: sent,
    errors: {
      ...only(emergencyErrors, 'emergency.phone_not_confirmed', 'emergency.too_many_reports'),
      ...pictureErrors,
    },
  }),
  followInjured: endpoint({
    method: 'GET',
    path: '/emergency/injured-animals/followed',
    summary: 'Returns the status of a report of an injured animal',
    access: 'anyone',
    rows: 'the report whose follow link the caller has, without photo, phone number and position',
    input: byToken,
    output: followed,
  }),
  rescue: endpoint({
    method: 'GET',
    path: '/emergency/injured-animals/mailed',
    summary: 'Returns a report of an injured animal to a rescuer with its mailed link',
    access: 'anyone',
    rows: 'the report whose mailed link the caller has',
    input: byToken,
    output: rescuedSchema,
  }),
  moveRescue: endpoint({
    method: 'POST',
    path: '/emergency/injured-animals/mailed',
    summary: 'Accepts a report of an injured animal, or updates the status of its rescue',
    access: 'anyone',
    rows: 'the report whose mailed link the caller has; once it is accepted, only for the rescuer who accepted',
    input: byToken.extend({ move: z.enum(injuredMoves) }),
    output: rescuedSchema,
    errors: only(
      emergencyErrors,
      'emergency.accepted_by_another',
      'emergency.report_moved',
      'emergency.released_too_often',
    ),
  }),
}
