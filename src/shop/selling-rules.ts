import { type Category, type Schedule, shelfOf } from './rules.ts'

export const mostProducts = 5000
export const mostVariants = 20
export const mostPictures = 6
export const mostStock = 1_000_000

export const ownProductViews = ['in_stock', 'low', 'hidden'] as const
export type OwnProductView = (typeof ownProductViews)[number]

type Checked = {
  category: Category
  schedule?: Schedule | null | undefined
  variants: readonly { name: string; sku: string | null }[]
}

/** Returns what keeps a product from being saved, whoever sells it. */
export function refusalOf({ category, schedule, variants }: Checked) {
  if (shelfOf(category) === 'pharmacy' && !schedule) return 'shop.schedule_needed'
  if (hasDoubled(variants.map(({ name }) => name))) return 'shop.variant_doubled'
  if (hasDoubled(variants.flatMap(({ sku }) => sku ?? []))) return 'shop.sku_taken'
  return undefined
}

const hasDoubled = (texts: readonly string[]) =>
  new Set(texts.map((text) => text.toLowerCase())).size < texts.length

/** Returns a brand's name for addresses and filters: brands that are spelt alike are one. */
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

/** Reasons with a number of units; a count has the number that is there instead. */
export const stockReasons = ['received', 'returned', 'damaged', 'expired', 'sent_back'] as const
export type StockReason = (typeof stockReasons)[number]
export const typedReasons = [...stockReasons, 'counted'] as const
/** The last two are of orders, and nobody types them. */
export const allReasons = [...typedReasons, 'ordered', 'given_back'] as const

/** Tells whether units of this reason come in or go out. */
export const signOf = (reason: StockReason): 1 | -1 =>
  reason === 'received' || reason === 'returned' ? 1 : -1

export const myProductsPath = '/my-products'
export const lowStockPath = `${myProductsPath}?show=low`
