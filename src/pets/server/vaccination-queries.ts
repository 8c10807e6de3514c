import type { Insertable, Updateable } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import type { PetVaccinations } from '#/kernel/server/schema.ts'

// Whoever calls these has found that the pet is the actor's own, and locked it.

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

/** Whether there was one to change. */
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

/** Whether there was one to take away. */
export async function deleteVaccination(db: Db, petId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('pet_vaccinations')
    .where('id', '=', id)
    .where('pet_id', '=', petId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
