/** Returns a pattern that finds the words anywhere in a text. Escapes LIKE wildcards. */
export function containing(words: string): string {
  return `%${words
    .trim()
    .toWellFormed()
    .replaceAll('\0', '')
    .replace(/[\\%_]/g, '\\$&')}%`
}

/** Tells whether a trigram index can find the words, which takes three letters or digits in a row. */
export const hasTrigram = (words: string) => /[\p{L}\p{M}\p{N}]{3}/u.test(words)
