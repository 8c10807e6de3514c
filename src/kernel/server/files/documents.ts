import { documentErrors, documentMaxBytes, refuseDocument } from '#/kernel/documents.ts'
import { Refusal } from '#/kernel/errors.ts'
import { isActive } from '#/kernel/server/pdf/content.ts'
import { beginOfPdf, hidesAnother, kindOf } from './file-kinds.ts'
import { redrawInTurn } from './pictures.ts'

export type Document = {
  name: string
  content: Buffer
  contentType: 'application/pdf' | 'image/webp'
  width: number | null
  height: number | null
}

/** Large enough to read small print. */
const longestSide = 2400

/**
 * Reads an uploaded document. Pictures are redrawn. A PDF is checked and kept as it is, without any bytes before it: only
 * packs of objects are unpacked, within bounds. We never draw or run it, and offer it only as a download.
 */
export async function readDocument(file: Blob): Promise<Document> {
  if (file.size > documentMaxBytes) refuseDocument('document.too_large')
  const bytes = Buffer.from(await file.arrayBuffer())
  const kind = kindOf(bytes)
  if (!kind) return refuseDocument('document.wrong_kind')
  if (hidesAnother(bytes, kind)) refuseDocument('document.hides_another')
  const name = nameOf(file)
  if (kind === 'pdf') {
    return {
      name,
      content: await checkedPdf(bytes.subarray(beginOfPdf(bytes))),
      contentType: 'application/pdf',
      width: null,
      height: null,
    }
  }
  const { webp, width, height } = await redrawInTurn(bytes, longestSide).catch(inOwnWords)
  return { name, content: webp, contentType: 'image/webp', width, height }
}

async function checkedPdf(bytes: Buffer): Promise<Buffer> {
  // Mail programs and cameras fill files up with zeros.
  const last = bytes.findLastIndex((byte) => byte !== 0)
  const end = bytes.subarray(Math.max(0, last - 1023), last + 1).toString('latin1')
  if (!end.includes('%%EOF') || !end.includes('startxref')) refuseDocument('document.damaged')
  if (await isActive(bytes)) refuseDocument('document.active')
  return bytes
}

function inOwnWords(error: unknown): never {
  const code = error instanceof Refusal ? error.code.replace('picture.', 'document.') : ''
  if (code in documentErrors) refuseDocument(code as keyof typeof documentErrors)
  throw error
}

/** Returns a name for lists and downloads, without path or invisible characters, and never empty. */
function nameOf(file: Blob): string {
  const given = file instanceof File ? (file.name.split(/[\\/]/).at(-1) ?? '') : ''
  const clean = [
    ...given
      .toWellFormed()
      .replace(/[\p{C}"]/gu, '')
      .trim(),
  ]
    .slice(-120)
    .join('')
    .trim()
  return clean || 'document'
}
