const dashes = /[\p{Pd}\u2212]/gu
/** Direction marks, joiners and variants of the letter before, which come along when numbers are copied. */
const unseen = /\p{Cf}|\p{Variation_Selector}/gu

/** Writes a number pasted from elsewhere in plain signs: '+91 98765–43210' and '९८७६५ ४३२१०' too. */
export const plainPhone = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(unseen, '')
    .replace(dashes, '-')
    .replace(/\s/g, ' ')
    .replace(/\p{Nd}/gu, (digit) => String(digitAt(digit.codePointAt(0)!)))

/** The ten digits of a script begin at a code that ends in 0 or, as Devanagari's, in 6. */
function digitAt(code: number): number {
  const row = code - (code % 16)
  return /\p{Nd}/u.test(String.fromCodePoint(row)) ? code - row : code - row - 6
}

/** Accepts at most 15 digits, with a plus before them and blanks, dots, dashes or brackets between. */
export function isPhoneNumber(typed: string, { fewestDigits = 7, longest = 20 } = {}): boolean {
  const text = plainPhone(typed)
  const digits = text.replace(/\D/g, '').length
  return text.length <= longest && digits >= fewestDigits && digits <= 15 && /^\+?[\d\s().-]+$/.test(text)
}

export function telephone(number: string): string {
  return `tel:${plainPhone(number).replace(/[^+\d]/g, '')}`
}

/**
 * Landlines with a two-digit area code; 79 and 80 also begin mobile numbers. Most other area codes have three digits.
 */
const shortAreaCode = /^(?:11|20|22|33|40|44|(?:79|80)(?=[2346]))/

/** Formats numbers as '+91 98765 43210'. Foreign numbers stay as they were written. */
export function formatPhone(text: string): string {
  const national = /^(?:\+91|0091|0)?([1-9]\d{9})$/.exec(plainPhone(text).replace(/[\s().-]/g, ''))?.[1]
  if (!national) return text
  const ends = shortAreaCode.test(national) ? [2, 6] : /^[6-9]/.test(national) ? [5] : [3, 6]
  const parts = [0, ...ends].map((start, index) => national.slice(start, ends[index]))
  return `+91 ${parts.join(' ')}`
}
