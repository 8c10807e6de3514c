import { sql } from 'kysely'
import { searchWords } from '#/kernel/fold.ts'
import type { Db } from '#/kernel/server/db.ts'
import { mostWords } from '#/shop/rules.ts'
import { synonymOf } from '#/shop/synonyms.ts'

export const wordsOf = (typed: string | undefined): string[] =>
  searchWords(typed ?? '')
    .slice(0, mostWords)
    .map((word) => word.slice(0, 40))

/**
 * Replaces words that no listed product has by the most similar one that some have. A word that begins a known one is
 * left alone, since people search while they type. The answer depends on the words only, so that all pages of a search
 * agree.
 */
export async function knownWords(db: Db, typed: readonly string[]): Promise<string[]> {
  const unsure = typed.filter((word) => word.length > 2 && !synonymOf(word))
  if (unsure.length === 0) return [...typed]
  const { rows } = await sql<{ word: string; meant: string }>`
    select t.word, alike.word as meant
      from unnest(${unsure}::text[]) t(word)
      join lateral (select w.word from product_words w where w.word % t.word
                     order by similarity(w.word, t.word) desc, w.word limit 1) alike on true
     where not exists (select from product_words w
                        where w.word >= t.word collate "C" and w.word < (t.word || chr(1114109)) collate "C")
       -- The search itself knows plurals.
       and ts_lexize('english_stem', alike.word) <> ts_lexize('english_stem', t.word)
  `.execute(db)
  const meant = new Map(rows.map((row) => [row.word, row.meant]))
  return typed.map((word) => meant.get(word) ?? word)
}

const whole = (word: string) => `'${word}'`
const beginning = (word: string) => `'${word}':*`

const queryOf = (words: readonly string[], as: (word: string) => string): string =>
  words
    .map((word) => {
      const other = synonymOf(word)
      return other ? `(${as(word)} | ${as(other)})` : as(word)
    })
    .join(' & ')

/** Each word may be the beginning of one; all must be there, or what products have for them. */
export const asQuery = (words: readonly string[]): string => queryOf(words, beginning)

/** Likewise, but none is only the beginning of a word. */
export const asWholeQuery = (words: readonly string[]): string => queryOf(words, whole)
