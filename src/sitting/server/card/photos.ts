import type { Serving } from '#/kernel/server/serve.ts'
import { givePictures } from '#/kernel/server/uploads.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { mostCardPhotos } from '#/sitting/card.ts'
import { refuse } from '#/sitting/errors.ts'
import type { CardChanged } from '#/sitting/events.ts'
import { expectWritable, lockCard, stampsOf, type Where } from './booking.ts'

type Added = Where & { id: string; age: number; photo: Blob }

/**
 * Adds a photo. The file is the owner's, so that it stays when the sitter leaves.
 * @throws what the contract lists
 */
export async function addCardPhoto(
  work: ActorWork & Pick<Serving, 'keepDocument'>,
  { id, age, photo, ...where }: Added,
): Promise<void> {
  const { db, now, keepDocument, announce } = work
  const said = new Date(now.getTime() - age)
  const found = await lockCard(work, where)
  const { visit, row } = found
  const there = await db
    .selectFrom('sitting_photos')
    .select(['id', 'removed_at'])
    .where('visit_id', '=', visit.id)
    .execute()
  if (there.some((one) => one.id === id)) return
  expectWritable(found, said, now)
  if (there.filter((one) => one.removed_at === null).length >= mostCardPhotos)
    refuse('sitting.too_many_card_photos')
  const uploadId = await keepDocument(photo)
  if ((await givePictures(db, [uploadId], row.owner_user_id)) === 0) refuse('sitting.pictures_only')
  const { onPhone } = stampsOf(found, said, now)
  await db
    .insertInto('sitting_photos')
    .values({ visit_id: visit.id, id, upload_id: uploadId, added_at: now, added_on_phone: onPhone })
    .execute()
  await announce<CardChanged>('sitting.card_changed', { appointmentId: where.appointmentId })
}
