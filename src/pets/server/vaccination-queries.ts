import type { Insertable, Updateable } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import type { PetVaccinations } from '#/kernel/server/schema.ts'

// Callers have checked that the pet is the actor's own, and locked it.

export const ofVaccination = [
  'v.id',
  'v.name',
  'v.given_on as givenOn',
  'v.next_due_on as nextDueOn',
  'v.note_id as noteId',
  'u.id as fileId',
  'u.name as fileName',
  'u.content_type as contentType',
  'u.bytes',
] as const

export function findVaccination(db: Db, petId: string, id: string) {
  return db
    .selectFrom('pet_vaccinations as v')
    .leftJoin('uploads as u', 'u.id', 'v.certificate_id')
    .select(ofVaccination)
    .where('v.id', '=', id)
    .where('v.pet_id', '=', petId)
    .executeTakeFirst()
}

export async function insertVaccination(db: Db, row: Insertable<PetVaccinations>): Promise<void> {
  await db.insertInto('pet_vaccinations').values(row).execute()
}

export async function countVaccinations(db: Db, petId: string): Promise<number> {
  const { count } = await db
    .selectFrom('pet_vaccinations')
    .where('pet_id', '=', petId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Returns false if there was nothing to change. */
export async function updateVaccination(
  db: Db,
  petId: string,
  id: string,
  changes: Updateable<PetVaccinations>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('pet_vaccinations')
    .set(changes)
    .where('id', '=', id)
    .where('pet_id', '=', petId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns false if there was nothing to delete. */
export async function deleteVaccination(db: Db, petId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('pet_vaccinations')
    .where('id', '=', id)
    .where('pet_id', '=', petId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
