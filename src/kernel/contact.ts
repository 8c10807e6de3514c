export type Contact = 'phone' | 'email' | 'upi'

/** Dates, clock times and amounts aren't phone numbers, unless more digits follow or precede them. */
const noNumbers = [
  /(?<!\d[-/.]?)\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?![-/.]?\d)/g,
  /(?<!\d[-/.]?)\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}(?![-/.]?\d)/g,
  /(?<!\d[-/.]?)\d{1,2}[:.]\d{2}(?![-/.]?\d)/g,
  /(?:₹|\brs\.?|\binr)\s*\d[\d,.]*/gi,
]

/** Digits separated by at most two characters, as people write phone numbers. */
const digitRuns = /\+?\d(?:[\s().\-/]{0,2}\d)*/g

/** No pattern begins with a repetition, which would take quadratic time; one character before the `@` is enough. */
const email = /[\w.+-]@[\w-]+\.[a-z]{2,}/i
/** 'asha (at) example dot com'. Since 'at' and 'dot' are ordinary words, it needs both and a known ending. */
const spelledEmail =
  /[\w.+-]\s*(?:\(at\)|\[at\]|\{at\}|\sat\s)\s*[\w-]+\s*(?:\(dot\)|\[dot\]|\{dot\}|\sdot\s|\.)\s*(?:com|org|net|in|co|io|me)\b/i
const upi = /[\w.-]{2}@[a-z]{2,}\b(?!\.[a-z])/i

/** More than any text that is checked, normalised: that can turn one character into 18. */
const mostPlain = 8000

/** Returns the kind of the first contact detail in a text, or null. A guess, good enough for a warning. */
export function findContact(text: string): Contact | null {
  return findInPlain(withPlainDigits(text).slice(0, mostPlain))
}

/** Does the same for a normalised text of any length. */
export function findInPlain(plain: string): Contact | null {
  if (email.test(plain) || spelledEmail.test(plain)) return 'email'
  if (upi.test(plain)) return 'upi'
  return hasPhoneNumber(plain) ? 'phone' : null
}

/** Login codes: 4 to 8 digits on their own, like 123 456. */
const code = /(?<![\d.,:/-]|₹ ?)\b\d(?:[ -]?\d){3,7}\b(?![.,:/-]?\d)/

/** Returns what swindlers ask for in messages about a lost pet: contact details or a code. */
export function findRisk(text: string): Contact | 'code' | null {
  const plain = withPlainDigits(text).slice(0, mostPlain)
  const contact = findInPlain(plain)
  if (contact) return contact
  const rest = noNumbers.reduce((left, pattern) => left.replace(pattern, '|'), plain)
  return code.test(rest) ? 'code' : null
}

/** Abbreviations before a dot and a slash: 'Dr.Rao/Dr.Iyer' and 'opp.temple/masjid' aren’t web addresses. */
const noSite = String.raw`(?!(?:dr|mr|mrs|ms|prof|st|nos?|tabs?|cap|inj|pkts?|approx|opp|nr|near|bh|behind|adj|rd|ave|blk|bldg|apt|flr|sec|sect|ph|col|extn?|jn|jct|hosp|dist|ps|po|tel|mob)\.)`

/** Web addresses with a scheme, with www, of numbers, with a path, or ending like one. */
const link = new RegExp(
  [
    String.raw`\b[a-z][a-z0-9+.-]{1,20}://`,
    '(?:h(?:tt|xx)ps?|tel|sms|mailto|javascript|data):\\S',
    String.raw`\bwww\.`,
    String.raw`\b\d{1,3}(?:\.\d{1,3}){3}[/:]`,
    String.raw`(?<!@)\b[a-z0-9-]{1,63}\.(?:com|biz|co|io|ly|gl|gd|gg|xyz|dev|cc|ru|cn|tk|ml|ga|cf|gq|icu|vip|pw|ws|zip|mov|xn--[a-z0-9]+)(?:[/?#:]|\b(?!\.?\w))`,
  ].join('|'),
  'i',
)

/** Anything with a path. A capital within, as in 'Road.Temple/Park', begins the next sentence. */
const pathLink = new RegExp(
  String.raw`(?<!@)\b${noSite}[a-z0-9-]{1,63}\.(?:[a-z]{2,24}|[A-Z]{2,24})(?::\d{1,5})?/\w`,
)

/** Endings that are words too match in lower or upper case only: 'the park.In' lacks a space. */
const wordEndings =
  'in org net info app tv buzz me to ai link site online shop store page top click live club fun pro space website'
    .split(' ')
    .flatMap((ending) => [ending, ending.toUpperCase()])
const wordLink = new RegExp(
  String.raw`(?<!@)\b[A-Za-z0-9-]{1,63}\.(?:${wordEndings.join('|')})(?:[/?#:]|\b(?!\.?\w))`,
)

/** Endings in other scripts. They need no path: few people write two sentences in these scripts without a space between them. */
const otherLink =
  /[\p{L}\p{M}\p{N}-]\.(?:भारत|ভারত|భారత్|இந்தியா|ಭಾರತ|ഭാരതം|ଭାରତ|ਭਾਰਤ|ભારત|بھارت|भारतम्|рф|ком|онлайн|сайт|орг|бел|укр|中国|中國|公司|网络|香港|台湾|한국|コム)(?![\p{L}\p{M}\p{N}])/u

/** Browsers take these for dots, and people write [.] so that programs don't see one. */
const otherDots = /[\u3002\uff0e\uff61]|\[\.\]|\(\.\)/g

export function hasLink(text: string): boolean {
  const plain = withPlainDigits(text).slice(0, mostPlain).replace(otherDots, '.')
  return [link, pathLink, wordLink, otherLink].some((pattern) => pattern.test(plain))
}

/** Phone numbers have 10 to 13 digits with the country code; a pet's microchip number has 15. */
function hasPhoneNumber(text: string): boolean {
  const rest = noNumbers.reduce((left, pattern) => left.replace(pattern, '|'), text)
  return (rest.match(digitRuns) ?? []).some((run) => {
    const digits = run.replace(/\D/g, '').length
    return digits >= 10 && digits <= 13
  })
}

/** Turns wide forms and digits of other scripts (९८४५…) into plain ones. */
function withPlainDigits(text: string): string {
  return text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => String(digitOf(digit)))
}

/** In Unicode each script's digits are consecutive, starting with zero. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0)!
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++
  return code < 0x80 ? code - 0x30 : value
}
