import type { Db } from '#/kernel/server/db.ts'
import { pdfOf } from '#/kernel/server/document.factory.ts'
import { nameOf } from '#/kernel/server/files/file-names.ts'
import type { Storage } from '#/kernel/server/files/storage.ts'
import { newId } from '#/kernel/server/new-id.ts'

export type StoreFile = Storage['write']

const ink = { soft: '0.35 0.42 0.40', strong: '0.07 0.24 0.20' }

export type Line = { font?: 'F1' | 'F2'; size: number; y: number; colour?: keyof typeof ink; text: string }

/** Draws an A5 landscape page, identical to the byte for the same lines. */
export function drawPaper(lines: readonly Line[]): Buffer {
  const drawing = [
    `${ink.strong} RG 3 w 20 20 555 380 re S 0.75 w 28 28 539 364 re S`,
    ...lines.map(
      ({ font = 'F1', size, y, colour = 'soft', text }) =>
        `BT /${font} ${size} Tf ${ink[colour]} rg 56 ${y} Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`,
    ),
  ].join('\n')
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 420] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
  ])
}

export type Paper = { userId: string; name: string; content: Buffer }

/** Keeps papers as uploads, and returns their ids. Writes the files first, so that no row refers to a missing one. */
export async function keepPapers(
  db: Db,
  storeFile: StoreFile,
  papers: readonly Paper[],
  now: Date,
): Promise<string[]> {
  const kind = { content_type: 'application/pdf', is_private: true } as const
  const kept = papers.map((paper) => ({ ...paper, id: newId<'upload'>() }))
  await Promise.all(
    kept.map(({ id, content }) => storeFile(nameOf({ id, ...kind }), content, kind.content_type)),
  )
  await db
    .insertInto('uploads')
    .values(
      kept.map(({ id, userId, name, content }) => ({
        ...kind,
        id,
        user_id: userId,
        name,
        width: null,
        height: null,
        bytes: content.length,
        created_at: now,
      })),
    )
    .execute()
  return kept.map(({ id }) => id)
}
