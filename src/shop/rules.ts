import type { Day } from '#/kernel/time.ts'

export const shelves = {
  merchandise: ['food', 'treats', 'toys', 'beds', 'leads', 'grooming', 'litter'],
  pharmacy: ['parasites', 'worming', 'skin', 'joints', 'digestion', 'supplements', 'wounds'],
} as const
export type Shelf = keyof typeof shelves
export const shelfNames = ['merchandise', 'pharmacy'] as const satisfies readonly Shelf[]
export type Category = (typeof shelves)[Shelf][number]
export const categories: readonly Category[] = [...shelves.merchandise, ...shelves.pharmacy]

export const shelfOf = (category: Category): Shelf =>
  (shelves.pharmacy as readonly Category[]).includes(category) ? 'pharmacy' : 'merchandise'

/** Tells whether a product can be an autoship: food, and refills from the pharmacy. */
export const maySubscribe = (category: Category): boolean =>
  category === 'food' || shelfOf(category) === 'pharmacy'

export const lifeStages = ['young', 'adult', 'senior'] as const
export type LifeStage = (typeof lifeStages)[number]

export const breedSizes = ['small', 'medium', 'large'] as const
export type BreedSize = (typeof breedSizes)[number]

export const forms = [
  'tablet',
  'chew',
  'liquid',
  'drops',
  'ointment',
  'spray',
  'spot-on',
  'powder',
  'shampoo',
] as const
export type Form = (typeof forms)[number]

/** The schedules of the Indian drugs rules; H and H1 need a prescription. */
export const schedules = ['otc', 'g', 'h', 'h1'] as const
export type Schedule = (typeof schedules)[number]

/** `best`: the products that match the searched words best. */
export const productSorts = ['best', 'newest', 'rating', 'price', 'price-desc', 'kilo'] as const
export type ProductSort = (typeof productSorts)[number]

/** Without words nothing matches better than others. */
export const sortWith = (words: string, sort: ProductSort | null | undefined): ProductSort =>
  words.trim() ? (sort ?? 'best') : sort === 'best' ? 'newest' : (sort ?? 'newest')

export const currency = 'INR'

/** The most lines of a cart, and for how long it is kept after the last change. */
export const mostLines = 100
export const cartDays = 30

/** The most of one variant in a cart. */
export const mostOfOne = 20
/** With fewer than this, buyers are told how many are left. */
const fewBelow = 5
export const isFew = (stock: number) => stock > 0 && stock < fewBelow

/** Generous, because many people can share an address. */
export const shopRates = {
  catalogue: { max: 3000, windowSeconds: 600 },
  cart: { max: 600, windowSeconds: 3600 },
  checkout: { max: 300, windowSeconds: 3600 },
  order: { max: 100, windowSeconds: 3600 },
  write: { max: 300, windowSeconds: 3600 },
  review: { max: 60, windowSeconds: 3600 },
  returns: { max: 60, windowSeconds: 3600 },
  complaint: { max: 20, windowSeconds: 3600 },
  csv: { max: 60, windowSeconds: 3600 },
  stock: { max: 600, windowSeconds: 3600 },
} as const

export const mostWords = 8
/** In paise. */
export const highestPrice = 100_000_000

export const pinPattern = /^[1-9]\d{5}$/

/** Prescriptions that somebody uploads and doesn't use. */
export const mostUnusedFiles = 10

/** In paise, per seller. */
export const freeDeliveryFrom = 69_900
export const deliveryFee = 4_900

/** Per seller, for cash on delivery. */
export const cashFee = 1_900
/** Orders that cost more can't be paid in cash. */
export const mostInCash = 500_000

/** A checkout reserves its stock for this long after it was opened. */
export const minutesReserved = 15
/** Opening a checkout again extends it up to this. Then others can buy the stock, and the same person reserves none for a while. */
export const mostMinutesReserved = 30
export const minutesOfRest = 30
/** Units that a checkout reserves for somebody who has confirmed neither an email nor a phone number. They can order more. */
export const mostReservedUnconfirmed = 20
/** Returns how many units of a variant all these people together can keep from others, of those that nobody else keeps. */
export const mostHeldUnconfirmed = (available: number): number => Math.max(1, Math.floor(available / 2))
export const minutesToPayOrder = 30
/** Unpaid orders keep stock from others, so nobody has more than this at a time. */
export const mostUnpaidOrders = 5
/** Orders of the last 24 hours that ended unpaid, or were to be paid in cash and their buyer cancelled. So nobody keeps stock all day without paying. */
export const mostLapsedOrders = 5

/** After a refused parcel there is no cash for so long. */
export const daysWithoutCash = 180

/**
 * Why somebody can't pay in cash:
 * - `off`: it isn't offered, or no texts can confirm a number
 * - `phone`: they have no confirmed phone number
 * - `came_back`: they refused a cash order in the last half year, and no later order has arrived
 * - `first`: their first parcel hasn't arrived, and they have a cash order already
 * - `cancelled`: they cancelled too many cash orders in the last 24 hours
 */
export const cashProblems = ['off', 'phone', 'came_back', 'first', 'cancelled'] as const
export type CashProblem = (typeof cashProblems)[number]

/**
 * The most that coupons of support can take off in 30 days together, in paise: of each, its uses times its greatest discount. Only
 * administrators go beyond.
 */
export const mostBySupport = 10_000_00
export const supportDays = 30

/** Whether a best-before date has passed on a day. */
export const isPast = (bestBefore: Day | null | undefined, today: Day): boolean =>
  Boolean(bestBefore && bestBefore < today)

/** Tells whether a seller delivers to a PIN code; no beginnings stand for all of India. */
export const isServed = (deliversTo: readonly string[], pin: string): boolean =>
  deliversTo.length === 0 || deliversTo.some((beginning) => pin.startsWith(beginning))
