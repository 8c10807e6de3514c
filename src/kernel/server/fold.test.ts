import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { fold, searchWords } from '#/kernel/fold.ts'

const { db } = await openWorld()

/** Latin to Arabic, Indic scripts and Thai, punctuation and symbols, Japanese, Korean, full-width forms, emojis. */
const blocks = [
  [0x21, 0x6ff],
  [0x900, 0xfff],
  [0x1100, 0x11ff],
  [0x1e00, 0x2bff],
  [0x2e00, 0x30ff],
  [0xac00, 0xacff],
  [0xfe00, 0xfffd],
  [0x1f000, 0x1faff],
] as const

test('the database folds each character as the app does, and cuts the same words', async () => {
  const letters = blocks
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, n) => first + n))
    .map((code) => String.fromCodePoint(code))
    .filter((letter) => /[^\p{Cn}\p{Co}\p{Cs}]/u.test(letter))
  const texts = [...letters.map((letter) => `a${letter}1`), 'N&D 1.2kg', 'F.P.V/3', 'Zoe\u0308’s', 'बिल्ली']
  const { rows } = await sql<{ text: string; folded: string; words: string }>`
    select text, fold(text) as folded, search_words(text) as words from unnest(${texts}::text[]) text`.execute(
    db,
  )
  const other = rows.filter(
    ({ text, folded, words }) => folded !== fold(text) || words !== searchWords(text).join(' '),
  )
  expect(rows).toHaveLength(texts.length)
  expect(other.map(({ text }) => text.codePointAt(1)!.toString(16))).toEqual([])
})
