import type { Insertable } from 'kysely'
import { pageSize } from '#/kernel/fields.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Pets } from '#/kernel/server/schema.ts'
import type { Actor } from '#/kernel/server/work.ts'

const shown = ['id', 'name', 'species', 'breed', 'pet_size_lbs', 'photo_url'] as const

export function insertPet(db: Db, pet: Insertable<Pets>) {
  return db.insertInto('pets').values(pet).returning(shown).executeTakeFirstOrThrow()
}

/** Newest first: ids carry the time they were made. One row more than a page tells whether there is another. */
export function findOwnPets(db: Db, actor: Actor, after: string | undefined) {
  return db
    .selectFrom('pets')
    .select(shown)
    .where('owner_id', '=', actor.records['pet_owner'] ?? null)
    .$if(after !== undefined, (query) => query.where('id', '<', after!))
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
    .execute()
}

/** The pet, if it is the actor’s own. */
export function findOwnPet(db: Db, actor: Actor, petId: string) {
  return db
    .selectFrom('pets')
    .select(shown)
    .where('id', '=', petId)
    .where('owner_id', '=', actor.records['pet_owner'] ?? null)
    .executeTakeFirst()
}
