/** Sellers' endpoints for their own products. */
import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import {
  cursorSchema,
  done,
  limits,
  moneySchema,
  optionalLine,
  optionalText,
  pageOf,
  requiredLine,
} from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { pictureErrors } from '#/kernel/pictures.ts'
import { daySchema } from '#/kernel/time.ts'
import { speciesSchema } from '#/pets/contract.ts'
import { deliverySchema } from './delivery.ts'
import { shopErrors } from './errors.ts'
import { breedSizes, categories, forms, highestPrice, lifeStages, schedules, shopRates } from './rules.ts'
import { mostPictures, mostStock, mostVariants, numberText, ownProductViews } from './selling-rules.ts'

const chosen = <Value extends z.ZodType>(value: Value, most: number) =>
  z
    .array(value)
    .max(most)
    .transform((values) => [...new Set(values)])

const price = z
  .int(numberText.priceDecimals)
  .min(1, numberText.priceZero)
  .max(highestPrice, numberText.priceHigh)
const stock = z
  .int(numberText.stockDecimals)
  .min(0, numberText.stockNegative)
  .max(mostStock, numberText.stockHigh)

export const variantInput = z.object({
  /** Absent for a new one. */
  id: idSchema('product_variant').optional(),
  name: requiredLine(60),
  sku: optionalLine(40),
  /** In paise, tax included. */
  price,
  /** Net weight, for the price per kg. */
  grams: z.int().min(1).max(1_000_000).nullish(),
  /** At or below this, the seller is notified. */
  lowAt: z.int().min(0).max(mostStock).default(5),
  bestBefore: daySchema.nullish(),
  /** Only for a new variant; later changes of stock need a reason. */
  stock: stock.default(0),
})
export type VariantInput = z.output<typeof variantInput>

export const productInput = z.object({
  name: requiredLine(120),
  brand: requiredLine(80),
  category: z.enum(categories),
  description: optionalText(limits.long),
  species: chosen(speciesSchema, 5).refine((values) => values.length > 0),
  lifeStages: chosen(z.enum(lifeStages), 3).default([]),
  breedSizes: chosen(z.enum(breedSizes), 3).default([]),
  ingredients: optionalText(2000),
  /** The last three are for medicines only. */
  form: z.enum(forms).nullish(),
  strength: optionalLine(60),
  schedule: z.enum(schedules).nullish(),
  taxClass: requiredLine(40),
  variants: z.array(variantInput).min(1).max(mostVariants),
})
export type ProductInput = z.output<typeof productInput>

export const ownVariantSchema = z.object({
  id: idSchema('product_variant'),
  name: z.string(),
  sku: z.string().nullable(),
  price: moneySchema,
  grams: z.int().nullable(),
  lowAt: z.int(),
  bestBefore: daySchema.nullable(),
  stock: z.int(),
})
export type OwnVariant = z.output<typeof ownVariantSchema>

export const ownProductSchema = z.object({
  id: idSchema('product'),
  version: z.int(),
  name: z.string(),
  brand: z.string(),
  category: z.enum(categories),
  description: z.string().nullable(),
  species: z.array(speciesSchema),
  lifeStages: z.array(z.enum(lifeStages)),
  breedSizes: z.array(z.enum(breedSizes)),
  ingredients: z.string().nullable(),
  form: z.enum(forms).nullable(),
  strength: z.string().nullable(),
  schedule: z.enum(schedules).nullable(),
  taxClass: z.string(),
  pictures: z.array(z.string()),
  /** The seller's choice; admins can hide it regardless. */
  isShown: z.boolean(),
  isListed: z.boolean(),
  /** An admin’s reason, if they hide it. */
  hiddenReason: z.string().nullable(),
  variants: z.array(ownVariantSchema),
})
export type OwnProduct = z.output<typeof ownProductSchema>

export const ownProductRowSchema = z.object({
  id: idSchema('product'),
  name: z.string(),
  brand: z.string(),
  category: z.enum(categories),
  imageUrl: z.string().nullable(),
  /** The price of the cheapest variant. */
  price: moneySchema,
  variantCount: z.int(),
  stock: z.int(),
  /** Variants at or below their threshold. */
  lowCount: z.int(),
  isShown: z.boolean(),
  isListed: z.boolean(),
  hiddenReason: z.string().nullable(),
})
export type OwnProductRow = z.output<typeof ownProductRowSchema>

export const sellingSchema = z.object({
  /** The caller’s supplier and pharmacist records; none before a profile is saved. */
  sellers: z.array(
    z.object({
      record: z.enum(['pharmacist', 'supplier']),
      name: z.string(),
      status: z.enum(['draft', 'submitted', 'verified', 'rejected', 'suspended']),
      isLeaving: z.boolean(),
      canSell: z.boolean(),
      delivery: deliverySchema,
    }),
  ),
  counts: z.object({ all: z.int(), in_stock: z.int(), low: z.int(), hidden: z.int() }),
  /** Orders that wait for the caller’s check. */
  prescriptions: z.int(),
  toPack: z.int(),
  /** Returns that wait for the caller’s answer. */
  returns: z.int(),
  taxClasses: z.array(z.object({ name: z.string(), rate: z.number() })),
})
export type Selling = z.output<typeof sellingSchema>

const seller = 'record:supplier/pharmacist' as const
const own = 'products of the caller’s own'
const ofProduct = z.object({ id: idSchema('product') })
const writing = { limit: { name: 'shop-write', by: 'user', ...shopRates.write } } as const

const savingErrors = {
  ...pictureErrors,
  ...only(
    shopErrors,
    'shop.pharmacists_only',
    'shop.schedule_needed',
    'shop.sku_taken',
    'shop.variant_doubled',
    'shop.tax_class_unknown',
    'shop.too_many_pictures',
    'shop.best_before_past',
  ),
}

export const sellingEndpoints = {
  selling: endpoint({
    method: 'GET',
    path: '/shop/selling',
    summary:
      'Tells whether the caller can sell, where they deliver to, how many products they have, and the tax classes',
    access: 'signed-in',
    rows: 'the caller’s own records and products',
    input: z.object({}).optional(),
    output: sellingSchema,
  }),
  ownProducts: endpoint({
    method: 'GET',
    path: '/shop/own-products',
    summary: 'Lists the caller’s own products, those changed last first',
    access: 'signed-in',
    rows: own,
    input: z.object({
      q: z.string().max(limits.title).optional(),
      show: z.enum(ownProductViews).optional(),
      cursor: cursorSchema,
    }),
    output: pageOf(ownProductRowSchema),
  }),
  ownProduct: endpoint({
    method: 'GET',
    path: '/shop/own-products/{id}',
    summary: 'Returns one of the caller’s own products with all its fields',
    access: 'signed-in',
    rows: own,
    input: ofProduct,
    output: ownProductSchema,
  }),
  addProduct: endpoint({
    method: 'POST',
    path: '/shop/own-products',
    summary: 'Adds a product with its variants and first stock; pictures can only be sent over /rpc',
    access: seller,
    rows: 'a new product of the caller’s own',
    uploads: true,
    mostFiles: mostPictures,
    ...writing,
    input: z.object({
      product: productInput,
      isShown: z.boolean().default(true),
      pictures: z.array(z.file()).max(mostPictures).default([]),
    }),
    output: ofProduct,
    errors: { ...savingErrors, ...only(shopErrors, 'shop.too_many_products') },
  }),
  changeProduct: endpoint({
    method: 'PUT',
    path: '/shop/own-products/{id}',
    summary: 'Changes a product; variants that are left out aren’t sold any more, and stock stays as it is',
    access: seller,
    rows: own,
    uploads: true,
    mostFiles: mostPictures,
    ...writing,
    input: ofProduct.extend({
      /** The version on the screen; the call is refused if it has changed. */
      version: z.int().min(1).max(2_000_000_000),
      product: productInput,
      isShown: z.boolean(),
      pictures: z.array(z.file()).max(mostPictures).default([]),
      keptPictures: z.array(z.string().max(300)).max(mostPictures),
    }),
    output: ownProductSchema,
    errors: {
      ...savingErrors,
      ...only(shopErrors, 'shop.changed_meanwhile', 'shop.other_shelf', 'shop.reviewed_category'),
    },
  }),
  setProductShown: endpoint({
    method: 'PUT',
    path: '/shop/own-products/{id}/visibility',
    summary: 'Shows a product in the shop or hides it',
    access: seller,
    rows: own,
    ...writing,
    input: ofProduct.extend({ isShown: z.boolean() }),
    output: done,
  }),
  removeProduct: endpoint({
    method: 'DELETE',
    path: '/shop/own-products/{id}',
    summary: 'Deletes a product with its pictures; orders keep what they say and show about it',
    access: seller,
    rows: own,
    ...writing,
    input: ofProduct,
    output: done,
  }),
}
