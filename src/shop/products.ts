/** The catalogue as buyers see it. */
import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { cursorSchema, limits, moneySchema } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { daySchema } from '#/kernel/time.ts'
import { speciesSchema } from '#/pets/contract.ts'
import { shopErrors } from './errors.ts'
import { isPinBeginning, unknownPinText } from './pin-codes.ts'
import {
  breedSizes,
  categories,
  forms,
  highestPrice,
  lifeStages,
  pinPattern,
  productSorts,
  schedules,
  shelfNames,
  shopRates,
} from './rules.ts'

/** Accepts a number, or its text from a URL. */
const paise = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number),
  ])
  .pipe(z.int().min(0).max(highestPrice))

/** Accepts PIN codes that exist as far as their first digits tell. */
export const knownPin = z.string().regex(pinPattern).refine(isPinBeginning, unknownPinText)

const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])

const filterFields = {
  shelf: z.enum(shelfNames),
  q: z.string().max(limits.title).optional(),
  category: z.enum(categories).optional(),
  species: speciesSchema.optional(),
  lifeStage: z.enum(lifeStages).optional(),
  breedSize: z.enum(breedSizes).optional(),
  brand: z
    .string()
    .max(80)
    .regex(/^[a-z0-9-]+$/)
    .optional(),
  form: z.enum(forms).optional(),
  /** The least that the cheapest variant costs, in paise. */
  minPrice: paise.optional(),
  maxPrice: paise.optional(),
  inStock: flag.optional(),
}
const filters = z.object(filterFields)
export type ProductFilters = z.output<typeof filters>

const search = z.object({
  ...filterFields,
  /** Counts the filters too, in the same answer. */
  withFacets: flag.optional(),
  /** The best match with words and the newest without, if left out. */
  sort: z.enum(productSorts).optional(),
  cursor: cursorSchema,
})
export type ProductSearch = z.output<typeof search>

export const productCardSchema = z.object({
  id: idSchema('product'),
  name: z.string(),
  brand: z.string(),
  imageUrl: z.string().nullable(),
  category: z.enum(categories),
  /** The price of the cheapest variant, tax included. */
  price: moneySchema,
  variantCount: z.int(),
  /** The lowest price per kg; null if no variant has a weight. */
  kiloPrice: moneySchema.nullable(),
  isInStock: z.boolean(),
  needsPrescription: z.boolean(),
  form: z.enum(forms).nullable(),
  strength: z.string().nullable(),
  /** The mean of its reviews, with one decimal; null without any. */
  rating: z.number().nullable(),
  reviewCount: z.int(),
})
export type ProductCard = z.output<typeof productCardSchema>

const countOf = <Value extends z.ZodType>(value: Value) => z.array(z.object({ value, count: z.int() }))

export const facetsSchema = z.object({
  total: z.int(),
  category: countOf(z.enum(categories)),
  species: countOf(speciesSchema),
  lifeStage: countOf(z.enum(lifeStages)),
  breedSize: countOf(z.enum(breedSizes)),
  form: countOf(z.enum(forms)),
  /** The most frequent ones, and the chosen one. */
  brand: z.array(z.object({ value: z.string(), name: z.string(), count: z.int() })),
  inStock: z.int(),
})
export type Facets = z.output<typeof facetsSchema>

export const productPageSchema = z.object({
  rows: z.array(productCardSchema),
  nextCursor: z.string().nullable(),
  /** The words that were searched for, if what was typed looked misspelt. */
  searchedFor: z.string().nullable(),
  /** Products that each filter would find; its own choice doesn’t narrow its counts. May be half a minute old. */
  facets: facetsSchema.nullable(),
})
export type ProductPage = z.output<typeof productPageSchema>

export const variantSchema = z.object({
  id: idSchema('product_variant'),
  name: z.string(),
  price: moneySchema,
  kiloPrice: moneySchema.nullable(),
  /** One person can buy this many now, at most 20. */
  available: z.int(),
  bestBefore: daySchema.nullable(),
})
export type Variant = z.output<typeof variantSchema>

export const productSchema = z.object({
  id: idSchema('product'),
  shelf: z.enum(shelfNames),
  category: z.enum(categories),
  name: z.string(),
  brand: z.string(),
  description: z.string().nullable(),
  species: z.array(speciesSchema),
  lifeStages: z.array(z.enum(lifeStages)),
  breedSizes: z.array(z.enum(breedSizes)),
  ingredients: z.string().nullable(),
  form: z.enum(forms).nullable(),
  strength: z.string().nullable(),
  schedule: z.enum(schedules).nullable(),
  needsPrescription: z.boolean(),
  pictures: z.array(z.string()),
  /** In percent; part of the price. */
  taxRate: z.number(),
  variants: z.array(variantSchema),
  seller: z.object({ name: z.string(), isPharmacist: z.boolean() }),
  /** The seller takes no orders from the reader. */
  isClosed: z.boolean(),
  /** The mean of its reviews, with one decimal; null without any. */
  rating: z.number().nullable(),
  reviewCount: z.int(),
  /** Reviews with one star, two, and so on to five. */
  starCounts: z.array(z.int()).length(5),
})
export type Product = z.output<typeof productSchema>

const listed = 'products that are listed, of sellers who are verified'

export const catalogueEndpoints = {
  products: endpoint({
    method: 'GET',
    path: '/shop/products',
    summary:
      'Finds products of a shelf by words, filters and order; what is sold out comes last; with the counts of the filters if wished',
    access: 'anyone',
    rows: listed,
    limit: { name: 'shop-products', by: 'network', ...shopRates.catalogue, perProcess: true },
    input: search,
    output: productPageSchema,
    errors: only(shopErrors, 'shop.other_search'),
  }),
  product: endpoint({
    method: 'GET',
    path: '/shop/products/{id}',
    summary: 'Returns a product with its variants',
    access: 'anyone',
    rows: listed,
    limit: { name: 'shop-product', by: 'network', ...shopRates.catalogue, perProcess: true },
    input: z.object({ id: idSchema('product') }),
    output: productSchema,
  }),
  delivery: endpoint({
    method: 'GET',
    path: '/shop/products/{id}/delivery',
    summary: 'Tells whether and when a product is delivered to a PIN code',
    access: 'anyone',
    rows: listed,
    limit: { name: 'shop-delivery', by: 'network', ...shopRates.catalogue, perProcess: true },
    input: z.object({ id: idSchema('product'), pin: knownPin }),
    output: z.object({
      isServed: z.boolean(),
      seller: z.string(),
      days: z.object({ from: z.int(), to: z.int() }),
      fee: moneySchema,
      freeFrom: moneySchema,
    }),
  }),
}
