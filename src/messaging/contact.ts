import { messageLimits } from './rules.ts'

export type Contact = 'phone' | 'email' | 'upi'

/** Days, clock times and amounts have digits too, and are no phone numbers; with more digits on either side they may be. */
const noNumbers = [
  /(?<!\d[-/.]?)\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?![-/.]?\d)/g,
  /(?<!\d[-/.]?)\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}(?![-/.]?\d)/g,
  /(?<!\d[-/.]?)\d{1,2}[:.]\d{2}(?![-/.]?\d)/g,
  /(?:₹|\brs\.?|\binr)\s*\d[\d,.]*/gi,
]

/** Digits with at most two signs between two of them, as people break up a number. */
const digitRuns = /\+?\d(?:[\s().\-/]{0,2}\d)*/g

/**
 * No pattern begins with a run: looked for from each of its characters, a run of n costs n² steps. One character before the
 * `@` says as much.
 */
const email = /[\w.+-]@[\w-]+\.[a-z]{2,}/i
/** 'asha (at) example dot com'. Plain 'at' and 'dot' are ordinary words, so both have to be there, and an ending. */
const spelledEmail =
  /[\w.+-]\s*(?:\(at\)|\[at\]|\{at\}|\sat\s)\s*[\w-]+\s*(?:\(dot\)|\[dot\]|\{dot\}|\sdot\s|\.)\s*(?:com|org|net|in|co|io|me)\b/i
const upi = /[\w.-]{2}@[a-z]{2,}\b(?!\.[a-z])/i

/** Normalising makes up to 18 characters of one. */
const mostPlain = 4 * messageLimits.text

/** The kind of contact detail that a text holds, the first there is; null when it holds none. A guess, for a warning. */
export function findContact(text: string): Contact | null {
  return findInPlain(withPlainDigits(text).slice(0, mostPlain))
}

/** The same in a text of plain letters and digits, of any length. */
export function findInPlain(plain: string): Contact | null {
  if (email.test(plain) || spelledEmail.test(plain)) return 'email'
  if (upi.test(plain)) return 'upi'
  return hasPhoneNumber(plain) ? 'phone' : null
}

/** A number has 10 to 13 digits, with the country's; a pet's chip has 15. */
function hasPhoneNumber(text: string): boolean {
  const rest = noNumbers.reduce((left, pattern) => left.replace(pattern, '|'), text)
  return (rest.match(digitRuns) ?? []).some((run) => {
    const digits = run.replace(/\D/g, '').length
    return digits >= 10 && digits <= 13
  })
}

/** Wide forms and the digits of other scripts (९८४५…) as plain ones. */
function withPlainDigits(text: string): string {
  return text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => String(digitOf(digit)))
}

/** Each script's ten digits follow one another in Unicode, from a zero on. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0)!
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++
  return code < 0x80 ? code - 0x30 : value
}
