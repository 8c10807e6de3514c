import { isPinBeginning } from './pin-codes.ts'

export const mostBeginnings = 100
export const mostDeliveryDays = 30

export const deliveryText = {
  digits: 'Please enter the first 1 to 6 digits of PIN codes, without a 0 at the start.',
  tooMany: `Please enter at most ${mostBeginnings}. Fewer digits cover more PIN codes.`,
  unknown: (beginning: string) => `No PIN code starts with ${beginning}. Please check it.`,
  days: `Please enter a whole number from 1 to ${mostDeliveryDays}`,
  order: 'This can’t be less than the minimum.',
} as const

/** Sorts beginnings, and leaves out those that a shorter one includes. */
export function tidyBeginnings(beginnings: readonly string[]): string[] {
  const all = [...new Set(beginnings)]
  return all.filter((one) => !all.some((other) => other !== one && one.startsWith(other))).toSorted()
}

/** Returns the first beginning that no PIN code has. */
export const unknownOf = (beginnings: readonly string[]): string | undefined =>
  beginnings.find((one) => !isPinBeginning(one))

/** Splits typed beginnings at commas and line breaks. A PIN code may be typed in two parts. */
export const readBeginnings = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((part) => part.trim().replace(/^(\d{3}) (\d{3})$/, '$1$2'))
    .filter(Boolean)

/** Returns what is wrong with typed beginnings, as the server would say it. */
export function problemOfBeginnings(text: string): string | false {
  const typed = readBeginnings(text)
  const wrong = typed.find((one) => !/^[1-9]\d{0,5}$/.test(one))
  if (wrong) return /^[\d ]+ [\d ]+$/.test(wrong) ? 'Please separate them with commas.' : deliveryText.digits
  const tidy = tidyBeginnings(typed)
  if (tidy.length > mostBeginnings) return deliveryText.tooMany
  const unknown = unknownOf(tidy)
  return unknown !== undefined && deliveryText.unknown(unknown)
}
