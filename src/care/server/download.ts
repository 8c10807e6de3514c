import { careRates, pdfRoot } from '#/care/rules.ts'
import { type DownloadParts, downloadListener } from '#/kernel/server/download.ts'
import type { LinkTo } from '#/kernel/server/files.ts'
import { uuidPattern } from '#/kernel/uuid.ts'
import { drawNote } from './note-pdf.ts'
import { findReadable, showBody } from './show.ts'

type Options = DownloadParts & { product: string; now(): Date }

/** Serves `GET /visit-notes/<id>.pdf` to anyone who may read the note. */
export function notePdfListener({ product, now, ...parts }: Options) {
  const { db } = parts
  return downloadListener({
    ...parts,
    path: new RegExp(`^${pdfRoot}(${uuidPattern})\\.pdf$`),
    limit: { name: 'note-pdf', ...careRates.pdf },
    async make(id, actor) {
      const found = await findReadable({ db, actor, now: now() }, id)
      if (!found) return null
      const { row } = found
      // The PDF lists files by name only.
      const linkTo: LinkTo = () => ''
      const pet = { name: row.pet_name, species: row.species as 'dog', breed: row.breed }
      const owner = await db
        .selectFrom('users')
        .select('name')
        .where('id', '=', row.owner_user_id)
        .executeTakeFirst()
      const body = await drawNote({
        note: { ...(await showBody({ db, linkTo }, row)), pet },
        product,
        ownerName: owner?.name ?? '',
        now: now(),
      })
      return { type: 'application/pdf', name: `visit-note-${row.happened_on}.pdf`, body }
    },
  })
}
