import type { z } from 'zod'
import { answer } from '#/app/testing/browser/answers.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { signIn } from '#/app/testing/browser/people.ts'
import { shopContract } from '#/shop/contract.ts'
import { facetsSchema, productCardSchema, productSchema, variantSchema } from '#/shop/products.ts'
import { sellingSchema } from '#/shop/selling.ts'

export const rupees = (amount: number) => ({ amount: amount * 100, currency: 'INR' })

/** Makes a product as a list shows it. */
export const makeCard = (name: string, fields: Partial<z.input<typeof productCardSchema>> = {}) =>
  made(productCardSchema, { id: newId(), name, price: rupees(499), isInStock: true, ...fields })

/** Makes a product as its page reads it, with one size of it. */
export const makeProduct = (name: string, fields: Partial<z.input<typeof productSchema>> = {}) =>
  made(productSchema, {
    id: newId(),
    name,
    species: ['dog'],
    variants: [makeVariant('1 kg')],
    seller: { name: 'Green Tail Traders', isPharmacist: false },
    starCounts: [0, 0, 0, 0, 0],
    rating: null,
    reviewCount: 0,
    isClosed: false,
    ...fields,
  })

export const makeVariant = (name: string, fields: Partial<z.input<typeof variantSchema>> = {}) =>
  made(variantSchema, { id: newId(), name, price: rupees(499), available: 12, ...fields })

/** Lists these products as found, with their number. */
export const listCards = (...cards: ReturnType<typeof makeCard>[]) => ({
  rows: cards,
  nextCursor: null,
  searchedFor: null,
  facets: made(facetsSchema, { total: cards.length }),
})

type Selling = z.input<typeof sellingSchema>

/** Makes a verified supplier's shop. */
export const makeSelling = (fields: Partial<Selling> = {}): Selling =>
  made(sellingSchema, {
    sellers: [
      {
        record: 'supplier',
        name: 'Green Tail Traders',
        status: 'verified',
        isLeaving: false,
        canSell: true,
        delivery: { beginnings: [], from: 2, to: 5 },
      },
    ],
    counts: { all: 0, in_stock: 0, low: 0, hidden: 0 },
    taxClasses: [
      { name: 'food', rate: 18 },
      { name: 'general', rate: 12 },
    ],
    ...fields,
  })

/** Signs a verified supplier in, whose shop is this one. */
export function signInSupplier(selling = makeSelling()): Selling {
  signIn('Leela Rao', {
    profiles: ['pet_owner', 'supplier'],
    records: { pet_owner: newId(), supplier: newId() },
  })
  answer(shopContract.selling, () => structuredClone(selling))
  return selling
}
