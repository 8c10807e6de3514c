import type { Db } from '#/kernel/server/db.ts'
import { pdfOf } from '#/kernel/server/document.factory.ts'
import { nameOf } from '#/kernel/server/files/file-names.ts'
import type { Storage } from '#/kernel/server/files/storage.ts'
import { newId } from '#/kernel/server/new-id.ts'

export type StoreFile = Storage['write']

type Registered = { id: string; userId: string; fullName: string; licenseId: string; council: string }

/**
 * Gives vets the certificate of their registration, so that a changed licence can be verified again in the demo. Writes the
 * files first, so that no row refers to a missing file.
 */
export async function giveCertificates(
  db: Db,
  storeFile: StoreFile,
  vets: readonly Registered[],
  now: Date,
): Promise<void> {
  const kept = vets.map((vet) => ({ vet, id: newId<'upload'>(), content: drawCertificate(vet) }))
  const kind = { content_type: 'application/pdf', is_private: true } as const
  await Promise.all(
    kept.map(({ id, content }) => storeFile(nameOf({ id, ...kind }), content, kind.content_type)),
  )
  await db
    .insertInto('uploads')
    .values(
      kept.map(({ vet, id, content }) => ({
        ...kind,
        id,
        user_id: vet.userId,
        name: 'certificate-of-registration.pdf',
        width: null,
        height: null,
        bytes: content.length,
        created_at: now,
      })),
    )
    .execute()
  await db
    .insertInto('verification_documents')
    .values(
      kept.map(({ vet, id }) => ({
        upload_id: id,
        record: 'veterinary_doctor',
        record_id: vet.id,
        user_id: vet.userId,
        created_at: now,
      })),
    )
    .execute()
}

const ink = { soft: '0.35 0.42 0.40', strong: '0.07 0.24 0.20' }

/** Draws an A5 landscape page, identical to the byte for the same vet. */
export function drawCertificate({ fullName, licenseId, council }: Omit<Registered, 'id' | 'userId'>): Buffer {
  const line = (font: 'F1' | 'F2', size: number, y: number, colour: string, text: string) =>
    `BT /${font} ${size} Tf ${colour} rg 56 ${y} Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`
  const drawing = [
    `${ink.strong} RG 3 w 20 20 555 380 re S 0.75 w 28 28 539 364 re S`,
    line('F2', 22, 340, ink.strong, council),
    line('F1', 14, 314, ink.soft, 'Certificate of registration'),
    line('F1', 12, 258, ink.soft, 'Registered as a veterinary practitioner'),
    line('F2', 20, 232, ink.strong, `Dr. ${fullName}`),
    line('F1', 12, 186, ink.soft, 'Registration number'),
    line('F2', 16, 164, ink.strong, licenseId),
    line('F1', 10, 56, ink.soft, 'Drawn for the demo world of Pawfolk. It certifies nothing.'),
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
