/** The request that an owner sends to sitters. */
import { z } from 'zod'
import { refundPolicies } from '#/appointments/refunds.ts'
import { amountSchema, limits, optionalLine, optionalText, phoneText, requiredLine } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { mostPetsAsked, mostSittersAsked } from './rules.ts'
import { planFields } from './search.ts'

export const mostComment = 1000

export const requestSchema = z.object({
  ...planFields,
  /** One request can go to several sitters, each with the price and refund policy on the screen. */
  sitters: z
    .array(
      z.object({
        id: idSchema('sitter'),
        /** For one stay, walk or day, in minor units. */
        price: amountSchema.nullish(),
        refundPolicy: z.enum(refundPolicies).nullish(),
      }),
    )
    .min(1)
    .max(mostSittersAsked),
  petIds: z.array(idSchema('pet')).min(1).max(mostPetsAsked),
  comment: optionalText(mostComment),
  emergencyName: requiredLine(120),
  emergencyPhone: phoneText,
  specialCare: optionalText(limits.long),
  /** The part of town, for all who are asked. */
  area: optionalLine(limits.title),
  /** The start of a walk, or the place that the pets come from: for the sitter who accepts. */
  location: optionalLine(limits.title),
  /** Asked if a dog is among the pets. */
  getsAlong: z.boolean().nullish(),
  /** Acceptance of the terms, if sitters are paid here. */
  disclaimerAccepted: z.boolean().default(false),
  paymentMethodId: idSchema('payment method').nullish(),
})
export type SittingRequest = z.output<typeof requestSchema>

export const requestedSchema = z.object({
  requests: z.array(
    z.object({
      id: idSchema('appointment'),
      sitterId: idSchema('sitter'),
      sitterName: z.string(),
      answerBy: z.date(),
    }),
  ),
})
export type Requested = z.output<typeof requestedSchema>

/** The answers that the form is filled in with. The owner can change all of them. */
export const requestDefaultsSchema = z.object({
  emergencyName: z.string().nullable(),
  emergencyPhone: z.string().nullable(),
  pets: z.array(
    z.object({
      id: idSchema('pet'),
      /** Null for other animals, and while unknown. */
      getsAlong: z.boolean().nullable(),
      specialCare: z.string().nullable(),
    }),
  ),
})
export type RequestDefaults = z.output<typeof requestDefaultsSchema>
