import type { Db } from '#/kernel/server/db.ts'
import { drawPaper, keepPapers, type StoreFile } from './paper.ts'
import { titled } from './vets.ts'

type Registered = { id: string; userId: string; fullName: string; licenseId: string; council: string }

/** Gives vets the certificate of their registration, so that a changed licence can be verified again in the demo. */
export async function giveCertificates(
  db: Db,
  storeFile: StoreFile,
  vets: readonly Registered[],
  now: Date,
): Promise<void> {
  const papers = vets.map((vet) => ({
    userId: vet.userId,
    name: 'certificate-of-registration.pdf',
    content: drawCertificate(vet),
  }))
  const ids = await keepPapers(db, storeFile, papers, now)
  await db
    .insertInto('verification_documents')
    .values(
      vets.map((vet, index) => ({
        upload_id: ids[index]!,
        record: 'veterinary_doctor',
        record_id: vet.id,
        user_id: vet.userId,
        created_at: now,
      })),
    )
    .execute()
}

export const drawCertificate = ({
  fullName,
  licenseId,
  council,
}: Omit<Registered, 'id' | 'userId'>): Buffer =>
  drawPaper([
    { font: 'F2', size: 22, y: 340, colour: 'strong', text: council },
    { size: 14, y: 314, text: 'Certificate of registration' },
    { size: 12, y: 258, text: 'Registered as a veterinary practitioner' },
    { font: 'F2', size: 20, y: 232, colour: 'strong', text: titled(fullName) },
    { size: 12, y: 186, text: 'Registration number' },
    { font: 'F2', size: 16, y: 164, colour: 'strong', text: licenseId },
    { size: 10, y: 56, text: 'Drawn for the demo world of Pawfolk. It certifies nothing.' },
  ])
