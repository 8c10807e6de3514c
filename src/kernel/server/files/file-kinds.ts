/** Readers look for a PDF's first line within this; programs put a byte order mark or a mail's head before it. */
const pdfBeginsWithin = 1024

/** Returns where a PDF begins; -1 if it doesn't. */
export function beginOfPdf(bytes: Buffer): number {
  return bytes
    .subarray(0, pdfBeginsWithin)
    .toString('latin1')
    .search(/%PDF-[12]\.\d/)
}

/** Recognizes a file by its first bytes, whatever it claims to be. SVG, GIF, TIFF and others are refused. */
export function kindOf(bytes: Buffer): 'picture' | 'pdf' | undefined {
  const begin = bytes.subarray(0, 12).toString('latin1')
  const isPicture =
    begin.startsWith('\xff\xd8\xff') ||
    begin.startsWith('\x89PNG\r\n\x1a\n') ||
    (begin.startsWith('RIFF') && begin.endsWith('WEBP'))
  if (isPicture) return 'picture'
  return beginOfPdf(bytes) >= 0 ? 'pdf' : undefined
}

const markup = /<(?:script|html|iframe|svg|!doctype\s+html)[\s>/]/i
const script = /<(?:script|iframe)[\s>/]/i
const zipEnd = Buffer.from('PK\x05\x06', 'latin1')
/** Its own 22 bytes, and the longest possible comment. */
const zipEndWithin = 22 + 65_535

/**
 * Tells whether a file also is a web page, an archive or, behind a picture, a PDF, which never happens by accident.
 * A film or depth map that a camera puts behind its picture is allowed.
 */
export function hidesAnother(bytes: Buffer, kind: 'picture' | 'pdf'): boolean {
  const { xmp, rest } = withoutXmp(bytes.toString('latin1'))
  if (markup.test(rest) || script.test(xmp)) return true
  if (kind === 'picture' && bytes.includes('%PDF-')) return true
  return isArchive(bytes.subarray(-zipEndWithin))
}

/** Separates the packets of metadata, whose XML may quote a page's tags, from everything else. */
function withoutXmp(text: string): { xmp: string; rest: string } {
  const [xmp, rest]: [string[], string[]] = [[], []]
  for (let from = 0; ; ) {
    const begin = text.indexOf('<?xpacket begin', from)
    const end = begin < 0 ? -1 : text.indexOf('<?xpacket end', begin)
    rest.push(text.slice(from, end < 0 ? undefined : begin))
    if (end < 0) return { xmp: xmp.join(' '), rest: rest.join(' ') }
    xmp.push(text.slice(begin, end))
    from = end
  }
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
