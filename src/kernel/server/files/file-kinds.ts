/** Recognizes a file by its first bytes, whatever it claims to be. SVG, GIF, TIFF and others are refused. */
export function kindOf(bytes: Buffer): 'picture' | 'pdf' | undefined {
  const begin = bytes.subarray(0, 12).toString('latin1')
  if (/^%PDF-[12]\.\d/.test(begin)) return 'pdf'
  const isPicture =
    begin.startsWith('\xff\xd8\xff') ||
    begin.startsWith('\x89PNG\r\n\x1a\n') ||
    (begin.startsWith('RIFF') && begin.endsWith('WEBP'))
  return isPicture ? 'picture' : undefined
}

const markup = /<(?:script|html|iframe|svg|!doctype\s+html)[\s>/]/i
const zipEnd = Buffer.from('PK\x05\x06', 'latin1')
/** Its own 22 bytes, and the longest possible comment. */
const zipEndWithin = 22 + 65_535

/**
 * Tells whether a file also is a web page, an archive or, behind a picture, a PDF, which never happens by accident.
 * A film or depth map that a camera puts behind its picture is allowed.
 */
export function hidesAnother(bytes: Buffer, kind: 'picture' | 'pdf'): boolean {
  if (markup.test(bytes.toString('latin1'))) return true
  if (kind === 'picture' && bytes.includes('%PDF-')) return true
  return isArchive(bytes.subarray(-zipEndWithin))
}

/**
 * Looks for the record at an archive's end: a mark, two disc numbers (0 for a single disc), and the number of entries
 * twice.
 */
function isArchive(end: Buffer): boolean {
  for (let at = end.indexOf(zipEnd); at >= 0 && at + 22 <= end.length; at = end.indexOf(zipEnd, at + 1)) {
    const oneDisc = end.readUInt32LE(at + 4) === 0
    if (oneDisc && end.readUInt16LE(at + 8) === end.readUInt16LE(at + 10)) return true
  }
  return false
}
