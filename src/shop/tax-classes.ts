/** Tax classes as administrators see them. */
import { z } from 'zod'
import { requiredLine } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'

const highestRate = 40

/** In percent, with two decimals at most. */
export const isTaxRate = (rate: number) =>
  rate >= 0 && rate <= highestRate && Math.abs(rate * 100 - Math.round(rate * 100)) < 1e-6

export const taxRateSchema = z.number().min(0).max(highestRate).refine(isTaxRate)

/** Files of products name it, so it has no letters that are hard to type. */
export const isTaxClassName = (name: string) => /^[a-z0-9]+([ -][a-z0-9]+)*$/.test(name)

export const taxClassNameMaximum = 40

export const taxClassInput = z.object({
  name: requiredLine(taxClassNameMaximum)
    .transform((name) => name.toLowerCase().replace(/ +/g, ' '))
    .refine(isTaxClassName),
  rate: taxRateSchema,
})

export const deskTaxClassSchema = z.object({
  id: idSchema('tax class'),
  name: z.string(),
  /** In percent. */
  rate: z.number(),
  products: z.int(),
})
export type DeskTaxClass = z.output<typeof deskTaxClassSchema>
