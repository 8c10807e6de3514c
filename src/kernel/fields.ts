import { z } from 'zod'
import { isPhoneNumber } from './phone.ts'

// Control characters other than tab and line break never come from a person typing; NUL is refused by Postgres.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is being removed
const controlCharacters = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

const clean = (text: string) => text.toWellFormed().replace(controlCharacters, '').trim()

/** Limits for text a person types: a title 200, a short text 500, a long text 5000. */
export const limits = { title: 200, short: 500, long: 5000 } as const

/** Required text: control characters removed, trimmed, then 1 to `max` characters. */
export function requiredText(max: number, required = 'Required') {
  return z
    .string()
    .max(max * 4)
    .transform(clean)
    .pipe(z.string().min(1, required).max(max))
}

/** Optional text: absent or blank becomes null. */
export function optionalText(max: number) {
  return z
    .string()
    .max(max * 4)
    .transform(clean)
    .pipe(z.string().max(max))
    .nullish()
    .transform((text) => text || null)
}

/** A phone number as someone writes it. */
export const phoneText = requiredText(20).refine((text) => isPhoneNumber(text))
export const optionalPhoneText = optionalText(20).refine((text) => text === null || isPhoneNumber(text))

/** A photo in a form: a new one, or the wish to be without; neither leaves what is there. */
export const photoFields = { photo: z.file().nullish(), removePhoto: z.boolean().default(false) }

/** Text that a change may leave out: absent stays as it was, null or blank takes it away. */
export function changedText(max: number) {
  return z
    .string()
    .max(max * 4)
    .transform(clean)
    .pipe(z.string().max(max))
    .nullable()
    .transform((text) => text || null)
    .optional()
}

/** A page of a list: 20 rows, and the opaque cursor of the next page (null at the end). */
export const pageSize = 20
export const cursorSchema = z.string().max(400).optional()
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({ rows: z.array(row), nextCursor: z.string().nullable() })
}

/** What a write answers when there is nothing to tell but that it happened. */
export const done = z.object({ done: z.literal(true) })
