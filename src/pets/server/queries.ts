import { type Insertable, sql, type Updateable } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { pageSize } from '#/kernel/fields.ts'
import type { Db } from '#/kernel/server/db.ts'
import { columnsOf } from '#/kernel/server/record-rows.ts'
import type { Pets } from '#/kernel/server/schema.ts'
import type { Actor } from '#/kernel/server/work.ts'
import { careFields, standingFields } from '#/pets/fields.ts'
import { ofVaccination } from './vaccination-queries.ts'

const shown = [
  'id',
  'name',
  'species',
  'breed',
  'is_mixed',
  'pet_size_lbs',
  'photo_url',
  'date_of_birth',
  'is_birth_estimated',
  'status',
] as const

const ofCare = columnsOf(careFields, 'pets')

const ownerOf = (actor: Actor) => actor.records['pet_owner'] ?? null

export function insertPet(db: Db, pet: Insertable<Pets>) {
  return db.insertInto('pets').values(pet).returning(shown).executeTakeFirstOrThrow()
}

/** Counts an owner's pets, and locks the owner so that the count stays true until the transaction ends. */
export async function lockAndCountPets(db: Db, ownerId: string): Promise<number> {
  await db.selectFrom('pet_owners').select('id').where('id', '=', ownerId).forNoKeyUpdate().execute()
  const { count } = await db
    .selectFrom('pets')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return count
}

/** Lists pets newest first, as ids begin with their time, and one more than fits a page. */
export function findOwnPets(db: Db, actor: Actor, which: 'active' | 'past', after: string | undefined) {
  return db
    .selectFrom('pets')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom((inner) =>
            inner
              .selectFrom('pet_vaccinations as v')
              .whereRef('v.pet_id', '=', 'pets.id')
              .distinctOn(sql`lower(v.name)`)
              .orderBy(sql`lower(v.name)`)
              .orderBy('v.given_on', 'desc')
              .orderBy('v.id', 'desc')
              .select(['v.name as next_name', 'v.next_due_on'])
              .as('latest'),
          )
          .where('latest.next_due_on', 'is not', null)
          .orderBy('latest.next_due_on')
          .orderBy('latest.next_name')
          .limit(1)
          .select(['latest.next_name', 'latest.next_due_on'])
          .as('next'),
      (join) => join.onTrue(),
    )
    .select(shown)
    .select(['next.next_name', 'next.next_due_on'])
    .where('owner_id', '=', ownerOf(actor))
    .where('status', which === 'active' ? '=' : '<>', 'active')
    .$if(after !== undefined, (query) => query.where('id', '<', after!))
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
    .execute()
}

export function findOwnPet(db: Db, actor: Actor, petId: string) {
  return selectCare(db)
    .select('microchip')
    .where('id', '=', petId)
    .where('owner_id', '=', ownerOf(actor))
    .executeTakeFirst()
}

/** Finds an owner's pet; the caller checks that it may be read. */
export function findCareOf(db: Db, ownerId: string, petId: string) {
  return selectCare(db).where('id', '=', petId).where('owner_id', '=', ownerId).executeTakeFirst()
}

/** Lists an owner's pets; the caller checks that they may be read. */
export function listStandingCareOf(db: Db, ownerId: string, petIds: string[]) {
  return db
    .selectFrom('pets')
    .select(['id', 'name'])
    .select(columnsOf(standingFields, 'pets'))
    .where('owner_id', '=', ownerId)
    .where('id', '=', sql<string>`any(${petIds}::uuid[])`)
    .execute()
}

function selectCare(db: Db) {
  return db
    .selectFrom('pets')
    .select(shown)
    .select(ofCare)
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('pet_vaccinations as v')
          .leftJoin('uploads as u', 'u.id', 'v.certificate_id')
          .whereRef('v.pet_id', '=', 'pets.id')
          .select(ofVaccination)
          .orderBy('v.given_on', 'desc')
          .orderBy('v.id', 'desc'),
      ).as('vaccinations'),
    )
}

/** Locks the actor's own pet until the transaction ends. */
export function lockOwnPet(db: Db, actor: Actor, petId: string) {
  return db
    .selectFrom('pets')
    .select(['species', 'date_of_birth', 'photo_url', 'status'])
    .where('id', '=', petId)
    .where('owner_id', '=', ownerOf(actor))
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function updatePet(db: Db, petId: string, changes: Updateable<Pets>): Promise<void> {
  await db.updateTable('pets').set(changes).where('id', '=', petId).execute()
}
