/** Normalizes a name for comparison: 'Sūrat' matches 'surat', and 'St. John’s' matches 'st johns'. */
export function fold(name: string): string {
  // Most names are this plain, and 170,000 are folded when the data is read.
  const plain = /^[A-Za-z]+$/.test(name)
  return plain ? name.toLowerCase() : foldLetters(name)
}

function foldLetters(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\p{M}'’ʻʼ`]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Hashes a folded name by FNV-1a over its UTF-16 code units. Different names may share a hash, so callers compare. */
export function hashName(folded: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < folded.length; index++) {
    hash = Math.imul(hash ^ folded.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}
