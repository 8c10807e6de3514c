/** Hashes a folded name by FNV-1a over its UTF-16 code units. Different names may share a hash, so callers compare. */
export function hashName(folded: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < folded.length; index++) {
    hash = Math.imul(hash ^ folded.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}
