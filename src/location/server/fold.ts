/** A name as it is compared: 'Sūrat' and 'surat' are one, 'St. John’s' and 'st johns' as well. */
export function fold(name: string): string {
  // Most names are this plain, and there are 170,000 to fold when the data are read.
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

/** FNV-1a over the UTF-16 code units of a folded name. Different names may share one; whoever finds by it compares. */
export function hashName(folded: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < folded.length; index++) {
    hash = Math.imul(hash ^ folded.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}
