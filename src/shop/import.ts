/** Products as CSV: the seller's own to download, and a file to add or change many at once. */
import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { csvImportInput } from '#/kernel/fields.ts'
import { shopErrors } from './errors.ts'
import { columns, importProblems } from './import-rules.ts'
import { shopRates } from './rules.ts'

export const importProblemSchema = z.object({
  line: z.int(),
  /** Null if it is about the whole line. */
  column: z.enum(columns).nullable(),
  problem: z.enum(importProblems),
  /** The allowed values, another line or the longest length, depending on the problem. */
  detail: z.string().nullable(),
})
export type ImportProblem = z.output<typeof importProblemSchema>

export const importResultSchema = z.object({
  /** False for a trial, and if there is any problem: nothing is ever half imported. */
  isWritten: z.boolean(),
  added: z.int(),
  changed: z.int(),
  sizes: z.int(),
  /** The columns that aren't in the file, so that changed products keep theirs. */
  kept: z.array(z.enum(columns)),
  /** The first products, to look at before writing. */
  preview: z.array(z.object({ name: z.string(), brand: z.string(), isNew: z.boolean(), sizes: z.int() })),
  /** The first ones. */
  problems: z.array(importProblemSchema),
  problemCount: z.int(),
})
export type ImportResult = z.output<typeof importResultSchema>

export const importEndpoints = {
  exportProducts: endpoint({
    method: 'GET',
    path: '/shop/own-products-csv',
    summary:
      'Returns the caller’s own products as CSV, one line for each size; cells that look like formulas are escaped',
    access: 'signed-in',
    rows: 'products of the caller’s own',
    limit: { name: 'shop-export', by: 'user', ...shopRates.csv },
    input: z.object({}).optional(),
    output: z.object({ csv: z.string() }),
  }),
  importProducts: endpoint({
    method: 'POST',
    path: '/shop/own-products-csv',
    summary:
      'Checks a CSV of products line by line and, unless it is a trial or has problems, writes all of it',
    access: 'record:supplier/pharmacist',
    rows: 'new products and products of the caller’s own, found by SKU; the stock of existing sizes and any columns missing from the file stay',
    limit: { name: 'shop-import', by: 'user', ...shopRates.csv },
    input: csvImportInput,
    output: importResultSchema,
    errors: only(
      shopErrors,
      'shop.csv_encoding',
      'shop.csv_too_long',
      'shop.csv_empty',
      'shop.csv_columns',
      'shop.too_many_products',
      'shop.sku_taken',
    ),
  }),
}
