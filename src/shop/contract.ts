import { z } from 'zod'
import { accountsErrors } from '#/accounts/errors.ts'
import { endpoint, only } from '#/kernel/api.ts'
import { limits, optionalLine, photoFields, requiredLine, requiredText } from '#/kernel/fields.ts'
import { pictureErrors } from '#/kernel/pictures.ts'
import { autoshipEndpoints } from './autoship.ts'
import { accountPattern, ifscPattern } from './bank.ts'
import { cartEndpoints } from './cart.ts'
import { deliveryEndpoints } from './delivery.ts'
import { shopErrors } from './errors.ts'
import { figureEndpoints } from './figures.ts'
import { importEndpoints } from './import.ts'
import { orderEndpoints } from './orders.ts'
import { prescriptionEndpoints } from './prescriptions.ts'
import { catalogueEndpoints } from './products.ts'
import { reviewEndpoints } from './reviews.ts'
import { sellingEndpoints } from './selling.ts'
import { stockEndpoints } from './stock.ts'

export const pharmacistSchema = z.object({
  fullName: z.string(),
  registrationNumber: z.string(),
  shopLicenseNumber: z.string(),
  shopAddress: z.string(),
  imageUrl: z.string().nullable(),
})
export type PharmacistProfile = z.output<typeof pharmacistSchema>

export const pharmacistInput = z.object({
  fullName: requiredLine(120),
  registrationNumber: requiredLine(60),
  shopLicenseNumber: requiredLine(60),
  shopAddress: requiredText(limits.short),
  ...photoFields,
})
export type PharmacistInput = z.input<typeof pharmacistInput>

export const supplierSchema = z.object({
  businessName: z.string(),
  gstin: z.string().nullable(),
  pickupAddress: z.string(),
  /** The only part of the bank details that is ever shown. */
  bankLastFour: z.string().nullable(),
  imageUrl: z.string().nullable(),
})
export type SupplierProfile = z.output<typeof supplierSchema>

const capitals = (text: string | null) => text?.toUpperCase().replaceAll(' ', '') ?? null

export const supplierInput = z.object({
  businessName: requiredLine(120),
  gstin: optionalLine(40).transform(capitals),
  pickupAddress: requiredText(limits.short),
  /** If all three are empty, they stay as they are. */
  bankHolder: optionalLine(120),
  bankAccount: optionalLine(40)
    .transform(capitals)
    .refine((text) => text === null || accountPattern.test(text)),
  bankIfsc: optionalLine(20)
    .transform(capitals)
    .refine((text) => text === null || ifscPattern.test(text)),
  removeBank: z.boolean().default(false),
  ...photoFields,
})
export type SupplierInput = z.input<typeof supplierInput>

export const shopContract = {
  ...catalogueEndpoints,
  ...cartEndpoints,
  ...orderEndpoints,
  ...prescriptionEndpoints,
  ...autoshipEndpoints,
  ...reviewEndpoints,
  ...sellingEndpoints,
  ...deliveryEndpoints,
  ...figureEndpoints,
  ...stockEndpoints,
  ...importEndpoints,
  pharmacist: endpoint({
    method: 'GET',
    path: '/shop/pharmacist',
    summary: 'Returns the caller’s profile as a pharmacist; null before the first save',
    access: 'signed-in',
    rows: 'the caller’s own pharmacist record, in any state',
    input: z.object({}).optional(),
    output: pharmacistSchema.nullable(),
  }),
  savePharmacist: endpoint({
    method: 'PUT',
    path: '/shop/pharmacist',
    summary: 'Saves the caller’s profile as a pharmacist; changed facts that were verified are checked again',
    access: 'signed-in',
    rows: 'the caller’s own pharmacist record, created on the first save, and its photo',
    uploads: true,
    input: pharmacistInput,
    output: pharmacistSchema,
    errors: pictureErrors,
  }),
  supplier: endpoint({
    method: 'GET',
    path: '/shop/supplier',
    summary:
      'Returns the caller’s profile as a supplier, without the bank details; null before the first save',
    access: 'signed-in',
    rows: 'the caller’s own supplier record, in any state',
    input: z.object({}).optional(),
    output: supplierSchema.nullable(),
  }),
  saveSupplier: endpoint({
    method: 'PUT',
    path: '/shop/supplier',
    summary: 'Saves the caller’s profile as a supplier; changed facts that were verified are checked again',
    access: 'signed-in',
    rows: 'the caller’s own supplier record, created on the first save, its photo and bank details',
    uploads: true,
    input: supplierInput,
    output: supplierSchema,
    errors: {
      ...pictureErrors,
      ...only(accountsErrors, 'accounts.proof_needed'),
      ...only(shopErrors, 'shop.gstin_wrong', 'shop.bank_incomplete'),
    },
  }),
}
