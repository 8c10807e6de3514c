import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { done } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { shopErrors } from '#/shop/errors.ts'
import { deskTaxClassSchema, taxClassInput, taxRateSchema } from '#/shop/tax-classes.ts'

export const taxClassEndpoints = {
  taxClasses: endpoint({
    method: 'GET',
    path: '/admin/tax-classes',
    summary: 'Lists the tax classes of products with their rates, by name',
    access: 'admin',
    rows: 'all tax classes, with the number of their products',
    input: z.object({}).optional(),
    output: z.object({ rows: z.array(deskTaxClassSchema) }),
  }),
  addTaxClass: endpoint({
    method: 'POST',
    path: '/admin/tax-classes',
    summary: 'Adds a tax class, which sellers can choose from then on',
    access: 'admin:full',
    rows: 'a new tax class',
    audit: { action: 'tax.added', said: 'added the tax class', subject: 'tax_class' },
    input: taxClassInput,
    output: z.object({ id: idSchema('tax class') }),
    errors: only(shopErrors, 'shop.tax_class_taken'),
  }),
  changeTaxRate: endpoint({
    method: 'POST',
    path: '/admin/tax-classes/{id}/rate',
    summary: 'Changes a rate from now on; placed orders keep theirs',
    access: 'admin:full',
    rows: 'all tax classes',
    audit: { action: 'tax.rate_changed', said: 'changed the rate of the tax class', subject: 'tax_class' },
    input: z.object({
      id: idSchema('tax class'),
      /** The rate on the screen. */
      from: taxRateSchema,
      rate: taxRateSchema,
    }),
    output: done,
    errors: only(shopErrors, 'shop.tax_rate_changed'),
  }),
}
