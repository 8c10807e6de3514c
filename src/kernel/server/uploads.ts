import type { OperandValueExpressionOrList } from 'kysely'
import type { Db } from './db.ts'
import type { DB } from './schema.ts'

type Ids = OperandValueExpressionOrList<DB, 'uploads', 'id'>

/** Gives files to another user: they stay when the sender's account is erased, and go with the new owner's. */
export async function giveUploads(db: Db, ids: Ids, userId: string): Promise<void> {
  await db.updateTable('uploads').set({ user_id: userId }).where('id', 'in', ids).execute()
}

/** Gives pictures to another user. Returns how many of the files were pictures; the others keep their owner. */
export async function givePictures(db: Db, ids: readonly string[], userId: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ user_id: userId })
    .where('id', 'in', ids)
    .where('content_type', '=', 'image/webp')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Deletes the rows of files; the sweep then removes the files from the store. */
export async function deleteUploads(db: Db, ids: Ids): Promise<void> {
  await db.deleteFrom('uploads').where('id', 'in', ids).execute()
}
