/** Prescriptions: given by buyers, checked by pharmacists. */
import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { documentErrors } from '#/kernel/documents.ts'
import { DAY } from '#/kernel/duration.ts'
import {
  cursorSchema,
  done,
  limits,
  moneySchema,
  pageOf,
  requiredLine,
  requiredText,
} from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { daySchema } from '#/kernel/time.ts'
import { sexSchema, speciesSchema } from '#/pets/contract.ts'
import { shopErrors } from './errors.ts'
import { partStatuses } from './order-states.ts'
import { mostOfOne } from './rules.ts'

// Not among the rules, which every page of the shop loads.
const prescriptionRates = {
  add: { max: 30, windowSeconds: 3600 },
  ask: { max: 60, windowSeconds: 3600 },
  answer: { max: 30, windowSeconds: 3600 },
} as const

export const lineStates = ['submitted', 'approved', 'rejected', 'expired'] as const
export type LineState = (typeof lineStates)[number]

const partId = idSchema('order part')
const given = idSchema('given prescription')

/** A pharmacist has this long to decide, and the buyer then `hoursToPayApproved`. The stock stays reserved meanwhile. */
export const daysToDecide = 2
export const decidedBy = (askedAt: Date): Date => new Date(askedAt.getTime() + daysToDecide * DAY)
/** The desk sees what has waited for longer. */
export const hoursUntilLate = 4
export const hoursToPayApproved = 24
/** A check is held by one browser tab. Each step in it renews the hold. */
export const minutesHeld = 10
/** A prescription is valid for this many months from its date unless the pharmacist reads otherwise. */
export const usualMonths = 6
export const mostMonths = 12
export const mostRefills = 12
export const yearsKept = 3

const medicineSchema = z.object({
  name: z.string(),
  form: z.string().nullable(),
  strength: z.string().nullable(),
  dose: z.string(),
  howOften: z.string(),
  days: z.int().nullable(),
  refills: z.int(),
})

/** Facts on a prescription. All four are null until a pharmacist has read a file. */
const factsSchema = {
  prescriber: z.string().nullable(),
  registrationNumber: z.string().nullable(),
  issuedOn: daySchema.nullable(),
  validUntil: daySchema.nullable(),
}

/** A prescription that can be chosen for a medicine: a signed note of ours, or a file given before. */
export const choiceSchema = z.object({
  kind: z.enum(['note', 'given']),
  id: z.string(),
  petId: idSchema('pet'),
  ...factsSchema,
  fileName: z.string().nullable(),
  /** The products for which it was used and no refill is left. */
  spent: z.array(z.string()),
})
export type Choice = z.output<typeof choiceSchema>

export const lineChoiceInput = z.object({
  variantId: idSchema('product_variant'),
  petId: idSchema('pet'),
  from: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('given'), id: given }),
    z.object({ kind: z.literal('note'), id: idSchema('prescription') }),
  ]),
})
export type LineChoice = z.output<typeof lineChoiceInput>

/** A prescription as its buyer and pharmacist see it. */
export const givenPrescriptionSchema = z.object({
  id: given,
  petName: z.string(),
  ...factsSchema,
  /** Null for a signed note, and once the file is no longer needed. */
  file: z.object({ url: z.string(), name: z.string(), contentType: z.string() }).nullable(),
  isNote: z.boolean(),
  medicines: z.array(medicineSchema),
  /** For its pharmacist, until the decision: what the owner's profile of the pet says. Null without the pet. */
  pet: z
    .object({
      species: speciesSchema,
      breed: z.string().nullable(),
      isMixed: z.boolean(),
      sizeLbs: z.number().nullable(),
      sex: sexSchema.nullable(),
      dateOfBirth: daySchema.nullable(),
      isBirthEstimated: z.boolean(),
      allergies: z.string().nullable(),
      conditions: z.string().nullable(),
      medicines: z.string().nullable(),
    })
    .nullable(),
  /** For its pharmacist: what was approved on it before, also by others. */
  earlier: z.array(
    z.object({
      name: z.string(),
      variant: z.string(),
      strength: z.string().nullable(),
      quantity: z.int(),
      on: daySchema,
    }),
  ),
  /** For its pharmacist: what is asked on it in other orders, and not decided yet. */
  pending: z.array(
    z.object({
      name: z.string(),
      variant: z.string(),
      strength: z.string().nullable(),
      quantity: z.int(),
    }),
  ),
  /** Stands for `earlier` and `pending`: a decision sends it back. */
  seen: z.string(),
})

/** A medicine, as ordered and as decided. */
export const dispensedLineSchema = z.object({
  id: idSchema('dispensed line'),
  prescriptionId: given,
  name: z.string(),
  variant: z.string(),
  strength: z.string().nullable(),
  asked: z.int(),
  status: z.enum(lineStates),
  quantity: z.int().nullable(),
  refills: z.int().nullable(),
  reason: z.string().nullable(),
  batch: z.string().nullable(),
  expiresOn: daySchema.nullable(),
  /** Null the first time; otherwise how many refills were left before this order. */
  refillsLeft: z.int().nullable(),
})

export const checkedSchema = z.object({
  prescriptions: z.array(givenPrescriptionSchema),
  lines: z.array(dispensedLineSchema),
  question: z.string().nullable(),
  askedAt: z.date().nullable(),
  answer: z.string().nullable(),
  answeredAt: z.date().nullable(),
  decidedAt: z.date().nullable(),
  decideBy: z.date(),
})
export type Checked = z.output<typeof checkedSchema>

export const dispensingSchema = checkedSchema.extend({
  id: partId,
  number: z.string(),
  buyer: z.string(),
  placedAt: z.date(),
  status: z.enum(partStatuses),
  /** The tab that holds the check now. */
  hold: z.object({ by: z.string(), until: z.date() }).nullable(),
})
export type Dispensing = z.output<typeof dispensingSchema>

export const dispensingViews = ['waiting', 'pack', 'all'] as const
export type DispensingView = (typeof dispensingViews)[number]

const held = { id: partId, tab: z.uuid() }

export const decisionInput = z.object({
  ...held,
  /** Read by the pharmacist on each prescription from which something is approved. */
  prescriptions: z
    .array(
      z.object({
        id: given,
        isPatientRight: z.literal(true),
        prescriber: requiredLine(120),
        registrationNumber: requiredLine(60),
        issuedOn: daySchema,
        months: z.int().min(1).max(mostMonths),
        /** The value from the pharmacist's list, so that nothing is approved that another pharmacist has meanwhile. */
        seen: z.string().max(40),
      }),
    )
    .max(20),
  lines: z
    .array(
      z.discriminatedUnion('approves', [
        z.object({
          approves: z.literal(true),
          id: idSchema('dispensed line'),
          isDrugRight: z.literal(true),
          isStrengthRight: z.literal(true),
          quantity: z.int().min(1).max(mostOfOne),
          refills: z.int().min(0).max(mostRefills),
        }),
        z.object({
          approves: z.literal(false),
          id: idSchema('dispensed line'),
          reason: requiredText(limits.short),
        }),
      ]),
    )
    .min(1)
    .max(100),
})
export type Decision = z.output<typeof decisionInput>
export type DecisionInput = z.input<typeof decisionInput>

const sold = 'medicines that were ordered from the caller and need a prescription'
const ownOrder = 'an order that the caller placed'

/** A medicine that a pharmacist has approved on a prescription, with refills left. */
export const refillRowSchema = z.object({
  /** The key of the prescription and the product. */
  key: z.string(),
  productId: idSchema('product'),
  name: z.string(),
  variant: z.string(),
  imageUrl: z.string().nullable(),
  petName: z.string(),
  prescriber: z.string(),
  validUntil: daySchema,
  left: z.int(),
  /** The units that were approved last; null if it can't be bought now. */
  offer: z
    .object({ variantId: idSchema('product_variant'), quantity: z.int(), price: moneySchema })
    .nullable(),
  isInCart: z.boolean(),
})
export type RefillRow = z.output<typeof refillRowSchema>

export const prescriptionEndpoints = {
  prescriptionChoices: endpoint({
    method: 'GET',
    path: '/shop/prescriptions',
    summary: 'Lists the caller’s pets and the prescriptions that can be chosen for a medicine',
    access: 'signed-in',
    rows: 'the caller’s pets; their signed notes with valid medicines; files that the caller uploaded',
    input: z.object({}).optional(),
    output: z.object({
      pets: z.array(z.object({ id: idSchema('pet'), name: z.string() })),
      choices: z.array(choiceSchema),
    }),
  }),
  refills: endpoint({
    method: 'GET',
    path: '/shop/refills',
    summary:
      'Lists the medicines that the caller can have again on a prescription that a pharmacist has approved',
    access: 'signed-in',
    rows: 'the caller’s own prescriptions that are still valid and have refills left',
    input: z.object({}).optional(),
    output: z.object({ rows: z.array(refillRowSchema) }),
  }),
  addPrescription: endpoint({
    method: 'POST',
    path: '/shop/prescriptions',
    summary: 'Uploads a prescription as a private file, about one pet; over /rpc only',
    access: 'signed-in',
    rows: 'a new prescription about a pet of the caller, and its file',
    uploads: 'documents',
    limit: { name: 'prescription', by: 'user', ...prescriptionRates.add },
    input: z.object({ petId: idSchema('pet'), file: z.file() }),
    output: z.object({ id: given }),
    errors: { ...documentErrors, ...only(shopErrors, 'shop.too_many_files') },
  }),
  orderPrescription: endpoint({
    method: 'GET',
    path: '/shop/orders/{id}/prescription',
    summary: 'Returns what a pharmacist has decided about an order’s medicines, and their question',
    access: 'signed-in',
    rows: ownOrder,
    input: z.object({ id: idSchema('order') }),
    output: checkedSchema,
  }),
  answerPharmacist: endpoint({
    method: 'POST',
    path: '/shop/orders/{id}/prescription/answer',
    summary: 'Answers the pharmacist’s question, if wished with another prescription in place of one',
    access: 'signed-in',
    rows: ownOrder,
    limit: { name: 'answer-pharmacist', by: 'user', ...prescriptionRates.answer },
    input: z.object({
      id: idSchema('order'),
      answer: requiredText(limits.short),
      /** The prescription that the pharmacist has, and the one to check instead. */
      replaces: z.object({ id: given, by: given }).nullish(),
    }),
    output: done,
    errors: only(shopErrors, 'shop.no_question', 'shop.wrong_prescription'),
  }),
  dispensings: endpoint({
    method: 'GET',
    path: '/shop/dispensings',
    summary: 'Lists prescriptions to check, oldest first, medicines to pack, or all of the last three years',
    access: 'record:pharmacist',
    rows: `${sold}; what the pet’s profile says until the decision; files while they are checked, and for three years after an approval that was placed`,
    input: z.object({
      show: z.enum(dispensingViews).default('waiting'),
      id: idSchema('order part').optional(),
      cursor: cursorSchema,
    }),
    output: pageOf(dispensingSchema),
  }),
  holdDispensing: endpoint({
    method: 'POST',
    path: '/shop/dispensings/{id}/hold',
    summary: 'Begins or continues a check in one browser tab, for ten minutes',
    access: 'record:pharmacist',
    rows: sold,
    input: z.object(held),
    output: z.object({ until: z.date() }),
    errors: only(shopErrors, 'shop.held_elsewhere', 'shop.order_moved'),
  }),
  askBuyer: endpoint({
    method: 'POST',
    path: '/shop/dispensings/{id}/question',
    summary: 'Asks the buyer about their prescription, in place of an earlier question',
    access: 'record:pharmacist',
    rows: sold,
    limit: { name: 'ask-buyer', by: 'user', ...prescriptionRates.ask },
    input: z.object({ ...held, question: requiredText(limits.short) }),
    output: done,
    errors: only(shopErrors, 'shop.held_elsewhere', 'shop.order_moved'),
  }),
  decidePrescription: endpoint({
    method: 'POST',
    path: '/shop/dispensings/{id}/decision',
    summary: 'Approves or refuses each medicine of an order; the buyer then pays for what is approved',
    access: 'record:pharmacist',
    rows: sold,
    input: decisionInput,
    output: done,
    errors: only(
      shopErrors,
      'shop.held_elsewhere',
      'shop.order_moved',
      'shop.decision_incomplete',
      'shop.too_many_approved',
      'shop.prescription_elsewhere',
      'shop.refills_used',
      'shop.prescription_expired',
      'shop.issued_in_future',
    ),
  }),
  packDispensed: endpoint({
    method: 'POST',
    path: '/shop/dispensings/{id}/packing',
    summary: 'Marks an order’s medicines as packed, with the batch and expiry of each',
    access: 'record:pharmacist',
    rows: sold,
    input: z.object({
      id: partId,
      lines: z
        .array(z.object({ id: idSchema('dispensed line'), batch: requiredLine(40), expiresOn: daySchema }))
        .min(1)
        .max(100),
    }),
    output: done,
    errors: only(shopErrors, 'shop.order_moved', 'shop.batches_missing', 'shop.batch_expired'),
  }),
}
