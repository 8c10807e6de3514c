/** Letters whose plain form Unicode doesn't give by decomposition. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ı: 'i',
  ς: 'σ',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
}

/**
 * Normalizes text for comparison: 'Sūrat' matches 'surat', 'D’Souza' matches "d'souza", and 'St. John’s' matches 'st johns'.
 * Accents go, but not the signs of Indic and other scripts, which are parts of words. SQL's `fold` does the same, and
 * `fold.test.ts` in `kernel/server` compares the two.
 */
export function fold(text: string): string {
  // Most names are this plain, and 170,000 are folded when the gazetteer is read.
  return /^[A-Za-z]+$/.test(text) ? text.toLowerCase() : foldLetters(text)
}

const foldLetters = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\p{Cf}'’ʻʼ`]/gu, '')
    .toLowerCase()
    .replace(/[ßıςæœøđðłþ]/gu, (letter) => plainLetters[letter]!)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()

/** Returns the words by which a text is found. Numbers and their units are apart: '1.2kg' and '1.2 kg' are the same words. */
export const searchWords = (text: string): string[] =>
  fold(text)
    .replace(/(?<=[0-9])(?=[^0-9 ])|(?<=[^0-9 ])(?=[0-9])/gu, ' ')
    .split(' ')
    .filter(Boolean)
