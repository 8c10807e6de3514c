import { numberText } from './selling-rules.ts'

export const csvLimits = { lines: 1000, bytes: 180_000 } as const
export const shownProblems = 100
export const shownInPreview = 50

export const columns = [
  'sku',
  'name',
  'brand',
  'category',
  'for',
  'size',
  'price',
  'tax_class',
  'stock',
  'low_at',
  'weight_grams',
  'best_before',
  'description',
  'ingredients',
  'life_stages',
  'breed_sizes',
  'form',
  'strength',
  'schedule',
  'shown',
] as const
export type Column = (typeof columns)[number]

export const neededColumns = [
  'sku',
  'name',
  'brand',
  'category',
  'for',
  'size',
  'price',
  'tax_class',
] as const

export const importProblems = [
  'broken',
  'cells',
  'damaged',
  'column_missing',
  'column_unknown',
  'column_doubled',
  'missing',
  'too_long',
  'unknown',
  'price',
  'price_zero',
  'price_decimals',
  'price_high',
  'whole',
  'day',
  'day_past',
  'yes_or_no',
  'doubled_sku',
  'doubled_size',
  'differs',
  'other_product',
  'other_shelf',
  'reviewed',
  'pharmacists_only',
  'too_many_sizes',
] as const
export type ImportProblemKind = (typeof importProblems)[number]

/** Says what is wrong with a cell or a line; `detail` is the problem's own. */
export const importText: Readonly<Record<ImportProblemKind, (detail: string) => string>> = {
  broken: () => 'This line can’t be read. Is a quotation mark missing?',
  cells: (count) => `This line should have ${count} cells.`,
  damaged: () => 'Some letters are damaged here (�). Please type them again.',
  column_missing: (name) => `The column “${name}” is missing.`,
  column_unknown: (name) => `We don’t know the column “${name}”.`,
  column_doubled: (name) => `The column “${name}” is there twice.`,
  missing: () => 'Please fill this in.',
  too_long: (most) => `Please use ${most} characters at most.`,
  unknown: (values) => `Please use one of: ${values}.`,
  price: () => 'Please enter an amount in rupees, like 449 or 449.50.',
  price_zero: () => numberText.priceZero,
  price_decimals: () => numberText.priceDecimals,
  price_high: () => numberText.priceHigh,
  whole: (range) => `Please enter a whole number from ${range}.`,
  day: () => 'Please enter a day like 2027-03-31.',
  day_past: () => 'This date has passed, so the product can’t be sold.',
  yes_or_no: () => 'Please enter yes or no.',
  doubled_sku: (line) => `Line ${line} has this SKU too.`,
  doubled_size: () => 'Another size of this product has this name.',
  differs: (line) => `This differs from line ${line}, which is the same product.`,
  other_product: () => 'This SKU belongs to another of your products.',
  other_shelf: () => 'A product can’t move between Merchandise and Pharmacy.',
  reviewed: () => 'Buyers have reviewed this product, so its category can’t change.',
  pharmacists_only: () => 'Only verified pharmacists can sell medicines.',
  too_many_sizes: () => 'A product can have 20 sizes at most.',
}

/** The columns and an example, to begin a file with. */
export const csvTemplate = `${columns.join(',')}
CR-1KG,Chicken & Rice,Tail & Bowl,food,dog,1 kg,449.50,food,20,5,1000,2027-03-31,Everyday dry food.,"Chicken, rice",adult,medium large,,,,yes
CR-3KG,Chicken & Rice,Tail & Bowl,food,dog,3 kg,1249,food,8,2,3000,2027-03-31,Everyday dry food.,"Chicken, rice",adult,medium large,,,,yes
`
