import { inflateSync } from 'node:zlib'

const directoryAt = { woff: 44, sfnt: 12 }
const entryBytes = { woff: 20, sfnt: 16 }
const aligned = (bytes: number) => (bytes + 3) & ~3

/**
 * Unpacks a web font (WOFF 1.0, section 3). The font library would do it in JavaScript each time, which takes longer
 * than the rest of a short document.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('Not a WOFF file')
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => {
    const at = directoryAt.woff + index * entryBytes.woff
    const [offset, packed, length, checksum] = [4, 8, 12, 16].map((field) => woff.readUInt32BE(at + field))
    const bytes = woff.subarray(offset!, offset! + packed!)
    return {
      tag: woff.subarray(at, at + 4),
      checksum: checksum!,
      bytes: packed! < length! ? inflateSync(bytes) : bytes,
    }
  })
  const power = 2 ** Math.floor(Math.log2(count))
  const header = Buffer.alloc(directoryAt.sfnt + count * entryBytes.sfnt)
  woff.copy(header, 0, 4, 8)
  header.writeUInt16BE(count, 4)
  header.writeUInt16BE(power * 16, 6)
  header.writeUInt16BE(Math.log2(power), 8)
  header.writeUInt16BE((count - power) * 16, 10)
  let offset = header.length
  for (const [index, { tag, checksum, bytes }] of tables.entries()) {
    const at = directoryAt.sfnt + index * entryBytes.sfnt
    tag.copy(header, at)
    header.writeUInt32BE(checksum, at + 4)
    header.writeUInt32BE(offset, at + 8)
    header.writeUInt32BE(bytes.length, at + 12)
    offset += aligned(bytes.length)
  }
  const padded = tables.map(({ bytes }) => Buffer.concat([bytes], aligned(bytes.length)))
  return Buffer.concat([header, ...padded])
}
