import { z } from 'zod'
import { highestRate, lowestRate, mostMoney } from './money.ts'
import { isPhoneNumber, plainPhone } from './phone.ts'

// Invisible characters: control characters except tab and line break (Postgres refuses NUL), direction marks,
// zero-width blanks, fillers, and tags that can carry hidden text.
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes them
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\u034f|\u17b4|\u17b5|(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]{0,6})[\u{e0000}-\u{e007f}]/gu

// U+200C and U+200D shape letters of Indic and Arabic scripts and join emoji. Elsewhere they only hide.
const looseJoiner =
  /(?<![\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}[\p{L}--[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]]])[\u200c\u200d]|(?<!\p{M})[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])/gv

// Only marks and signs that draw nothing, such as an empty braille cell: nobody could read it.
const anySeen = /[^\s\u2800\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/u
const emptyLines = /\n(?:[^\S\n]*\n){2,}/g

const lineBreak = /\r\n?|[\u2028\u2029]/g
const breakOrTab = /[\t\n\v\f\r\u0085\u2028\u2029]+/g

/** Cleans a text of several lines: removes invisible characters, and writes letters with their marks as one (NFC). */
export function cleanText(text: string): string {
  const seen = text
    .toWellFormed()
    .normalize('NFC')
    .replace(lineBreak, '\n')
    .replace(unseen, '')
    .replace(looseJoiner, '')
  return anySeen.test(seen) ? seen.replace(emptyLines, '\n\n').trim() : ''
}

/** Cleans a one-line text: line breaks and tabs become blanks. */
export const cleanLine = (text: string) => cleanText(text.replace(breakOrTab, ' '))

/** Records whether inputs' strings have one line or many, for a test that no string is left undecided. */
export const linesOf = new WeakMap<object, 'one' | 'many'>()

/** Records the limits of inputs' strings for the API document. Characters that cleaning removes don't count. */
export const limitOf = new WeakMap<object, number>()

function typed(max: number, lines: 'one' | 'many') {
  const input = z.string().max(max * 4, tooLong(max))
  linesOf.set(input, lines)
  limitOf.set(input, max)
  return input.transform(lines === 'one' ? cleanLine : cleanText)
}

export const limits = { title: 200, short: 500, long: 5000 } as const

const tooLong = (max: number) => `Please use ${max} characters at most.`

const required = (max: number, lines: 'one' | 'many', message = 'Required') =>
  typed(max, lines).pipe(z.string().min(1, message).max(max, tooLong(max)))

const optional = (max: number, lines: 'one' | 'many') =>
  typed(max, lines)
    .pipe(z.string().max(max, tooLong(max)))
    .nullish()
    .transform((text) => text || null)

/** Accepts text of several lines, cleaned and trimmed, of 1 to `max` characters. */
export const requiredText = (max: number, message?: string) => required(max, 'many', message)
export const requiredLine = (max: number, message?: string) => required(max, 'one', message)

/** Accepts text of several lines; absent or blank becomes null. */
export const optionalText = (max: number) => optional(max, 'many')
export const optionalLine = (max: number) => optional(max, 'one')

export const phoneText = requiredLine(20)
  .transform(plainPhone)
  .refine((text) => isPhoneNumber(text))
export const optionalPhoneText = optionalLine(20)
  .transform((text) => text && plainPhone(text))
  .refine((text) => text === null || isPhoneNumber(text))

/** `photo`: a new one. Without it or `removePhoto`, nothing changes. */
export const photoFields = { photo: z.file().nullish(), removePhoto: z.boolean().default(false) }

const changed = (max: number, lines: 'one' | 'many') =>
  typed(max, lines)
    .pipe(z.string().max(max, tooLong(max)))
    .nullable()
    .transform((text) => text || null)
    .optional()

/** Accepts text that may be left out: absent changes nothing, null or blank removes it. */
export const changedText = (max: number) => changed(max, 'many')
export const changedLine = (max: number) => changed(max, 'one')

export const pageSize = 20
export const cursorSchema = z.string().max(400).optional()
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({ rows: z.array(row), nextCursor: z.string().nullable() })
}

/** Never negative: money going back is a refund, not a negative amount. */
export const amountSchema = z.int().min(0).max(mostMoney)
/** A price per hour or night. */
export const rateSchema = z.int().min(lowestRate).max(highestRate)

export const moneySchema = z.object({ amount: z.int(), currency: z.string() })

/** The answer of an act that tells nothing back; its handler returns nothing. */
export const done = z
  .void()
  .transform(() => ({ done: true as const }))
  .pipe(z.object({ done: z.literal(true) }))

/** A CSV file to import; `readTable` refuses one that is too long. A trial only says what it would change. */
export const csvImportInput = z.object({ file: z.string(), isTrial: z.boolean() })
