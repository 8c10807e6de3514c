/** A pattern that finds the words anywhere in a text. LIKE's own wildcards in them are escaped. */
export function containing(words: string): string {
  return `%${words
    .trim()
    .toWellFormed()
    .replaceAll('\0', '')
    .replace(/[\\%_]/g, '\\$&')}%`
}
