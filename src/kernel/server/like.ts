/** Returns a pattern that finds the words anywhere in a text. Escapes LIKE wildcards. */
export function containing(words: string): string {
  return `%${words
    .trim()
    .toWellFormed()
    .replaceAll('\0', '')
    .replace(/[\\%_]/g, '\\$&')}%`
}
