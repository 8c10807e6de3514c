import { type Category, type Schedule, shelfOf } from './rules.ts'

export const mostProducts = 5000
export const mostVariants = 20
export const mostPictures = 6
export const mostStock = 1_000_000

/** Says what is wrong with a size's numbers; a file's lines get the same sentences. */
export const numberText = {
  priceZero: 'The price must be above 0.',
  priceDecimals: 'A price has two decimals at most.',
  priceHigh: 'The price can be 10,00,000 at most.',
  stockNegative: 'The stock can’t be below 0.',
  stockDecimals: 'The stock must be a whole number.',
  stockHigh: 'The stock can be 10,00,000 at most.',
} as const

export const ownProductViews = ['in_stock', 'low', 'hidden'] as const
export type OwnProductView = (typeof ownProductViews)[number]

type Checked = {
  category: Category
  schedule?: Schedule | null | undefined
  variants: readonly { name: string; sku: string | null }[]
}

/** Returns the error that keeps a product from being saved, regardless of its seller. */
export function refusalOf({ category, schedule, variants }: Checked) {
  if (shelfOf(category) === 'pharmacy' && !schedule) return 'shop.schedule_needed'
  if (hasDoubled(variants.map(({ name }) => name))) return 'shop.variant_doubled'
  if (hasDoubled(variants.flatMap(({ sku }) => sku ?? []))) return 'shop.sku_taken'
  return undefined
}

const hasDoubled = (texts: readonly string[]) =>
  new Set(texts.map((text) => text.toLowerCase())).size < texts.length

/** Returns a brand's slug for URLs and filters; brands with the same slug count as one. */
export function brandSlug(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-|-$/g, '')
  if (plain) return plain
  // Names in other scripts have no Latin letters to go by.
  return `brand-${[...name].map((letter) => letter.codePointAt(0)!.toString(16)).join('')}`.slice(0, 80)
}

/** Reasons that come with a number of units; a count comes with the new total. */
export const stockReasons = ['received', 'returned', 'damaged', 'expired', 'sent_back'] as const
export type StockReason = (typeof stockReasons)[number]
export const typedReasons = [...stockReasons, 'counted'] as const
/** The last two come from orders, and can't be chosen. */
export const allReasons = [...typedReasons, 'ordered', 'given_back'] as const

/** Returns 1 if units come in for this reason, or -1 if they go out. */
export const signOf = (reason: StockReason): 1 | -1 =>
  reason === 'received' || reason === 'returned' ? 1 : -1

export const myProductsPath = '/my-products'
export const mySalesPath = `${myProductsPath}/sales`
export const myReviewsPath = `${myProductsPath}/reviews`
export const lowStockPath = `${myProductsPath}?show=low`
