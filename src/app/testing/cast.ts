import { type Role, roles } from '#/accounts/rules.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import type { Person } from './people.ts'

export type Cast = Record<Role, Person> & {
  /** Logged in, without any record. */
  bare: Person
  /** A logged-in vet who hasn't submitted yet, and is an owner too. */
  unverified: Person
}

type World = { db: Db; signUp(name: string): Promise<Person> }

/**
 * Signs up a person for each kind of record, each an owner too, one without records, and one with an unverified record.
 */
export async function signUpCast({ db, signUp }: World): Promise<Cast> {
  const people = Object.fromEntries(
    await Promise.all(
      [...roles, 'bare' as const, 'unverified' as const].map(async (name) => [name, await signUp(name)]),
    ),
  ) as Cast
  for (const role of roles) await giveRecord[role](db, { id: newId(), user_id: people[role].userId })
  await makeVet(db, {
    userId: people.unverified.userId,
    fullName: 'Kiran',
    verificationStatus: 'draft',
  })
  await db.deleteFrom('pet_owners').where('user_id', '=', people.bare.userId).execute()
  return people
}

type Row = { id: string; user_id: string }

const verified = { full_name: 'Kiran', verification_status: 'verified' } as const

/** Required columns only. Sign-up creates the owner's record. */
const giveRecord: Record<Role, (db: Db, row: Row) => Promise<unknown>> = {
  pet_owner: async () => undefined,
  veterinary_doctor: (db, { user_id }) => makeVet(db, { userId: user_id, fullName: 'Kiran' }),
  pet_sitter: (db, row) =>
    db
      .insertInto('pet_sitters')
      .values({ ...row, ...verified })
      .execute(),
  pet_trainer: (db, row) =>
    db
      .insertInto('pet_trainers')
      .values({ ...row, ...verified })
      .execute(),
  pet_stylist: (db, row) =>
    db
      .insertInto('pet_stylists')
      .values({ ...row, ...verified })
      .execute(),
  pharmacist: (db, row) =>
    db
      .insertInto('pharmacists')
      .values({
        ...row,
        ...verified,
        registration_number: 'P1',
        shop_license_number: 'S1',
        shop_address: 'Pune',
      })
      .execute(),
  supplier: (db, row) =>
    db
      .insertInto('suppliers')
      .values({ ...row, business_name: 'Kiran', pickup_address: 'Pune', verification_status: 'verified' })
      .execute(),
}
