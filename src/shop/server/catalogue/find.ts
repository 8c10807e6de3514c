import { createHash } from 'node:crypto'
import { pageSize } from '#/kernel/fields.ts'
import { encodeCursor, readCursor } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import { refuse } from '#/shop/errors.ts'
import type { ProductCard, ProductPage, ProductSearch } from '#/shop/products.ts'
import { currency, sortWith } from '#/shop/rules.ts'
import { findBest } from './best-match.ts'
import { type After, type Found, findPage } from './candidates.ts'
import { countFacets } from './facets.ts'
import { knownWords, wordsOf } from './words.ts'

/** @throws shop.other_search if the cursor is another search's */
export async function findProducts(db: Db, search: ProductSearch): Promise<ProductPage> {
  const { q, cursor, withFacets, sort: chosen, ...filters } = search
  const sort = sortWith(q ?? '', chosen)
  const typed = wordsOf(q)
  const words = await knownWords(db, typed)
  const isSignsOnly = typed.length === 0 && Boolean(q?.trim())
  const wanted = { ...filters, words, isSignsOnly }
  const print = fingerprint([sort, words, isSignsOnly, Object.entries(filters).toSorted()])
  const after = readAfter(cursor, print)
  const [found, facets] = await Promise.all([
    sort === 'best' && words.length > 0
      ? findBest(db, { wanted, after })
      : findPage(db, { wanted, sort: sort === 'best' ? 'newest' : sort, after }),
    withFacets ? countFacets(db, wanted) : null,
  ])
  const shown = found.slice(0, pageSize)
  const last = shown.at(-1)
  return {
    rows: shown.map(showCard),
    nextCursor: found.length > pageSize && last ? encodeCursor([print, last.rank, last.id]) : null,
    searchedFor: words.join(' ') === typed.join(' ') ? null : words.join(' '),
    facets,
  }
}

/** Ties a cursor to its search: with another order or other filters it would skip or repeat products. */
const fingerprint = (parts: unknown) =>
  createHash('sha256').update(JSON.stringify(parts)).digest().readInt32BE()

function readAfter(cursor: string | undefined, print: number): After | undefined {
  const [found, rank, id] = readCursor(cursor, ['integer', 'bigint', 'uuid']) ?? []
  if (found === undefined) return undefined
  if (found !== print) refuse('shop.other_search')
  return { rank: Number(rank), id: String(id) }
}

const showCard = (row: Found): ProductCard => ({
  id: row.id,
  name: row.name,
  brand: row.brand,
  imageUrl: row.picture,
  category: row.category,
  price: { amount: row.price_from, currency },
  variantCount: row.variant_count,
  kiloPrice: row.kilo_price_from === null ? null : { amount: row.kilo_price_from, currency },
  isInStock: row.is_in_stock,
  needsPrescription: row.needs_prescription,
  form: row.form,
  strength: row.strength,
  rating: row.rating,
  reviewCount: row.review_count,
})
