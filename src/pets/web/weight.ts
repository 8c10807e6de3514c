import { fromPounds, toPounds, type WeightUnit } from '#/pets/rules.ts'

/** The typed weight. Other units are computed from it, so switching back loses nothing. */
export type TypedWeight = { text: string; unit: WeightUnit }

/** Returns undefined for an empty text, and NaN for one that isn't a number. */
export function poundsOf({ text, unit }: TypedWeight): number | undefined {
  const written = text.trim().replace(',', '.')
  if (!written) return undefined
  return /^(\d{1,6}(\.\d*)?|\.\d+)$/.test(written) ? toPounds(Number(written), unit) : Number.NaN
}

export function weightIn(typed: TypedWeight, unit: WeightUnit): string {
  const pounds = poundsOf(typed)
  if (unit === typed.unit || pounds === undefined || Number.isNaN(pounds)) return typed.text
  return String(fromPounds(pounds, unit))
}
