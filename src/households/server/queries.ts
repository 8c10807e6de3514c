import { sql } from 'kysely'
import { refuse } from '#/households/errors.ts'
import { householdLimits } from '#/households/rules.ts'
import { DAY } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Actor } from '#/kernel/server/work.ts'

/** Rows that ended since then are kept. */
export const keptSince = (now: Date) => new Date(now.getTime() - householdLimits.keptDays * DAY)

/** Finds an active member or invitation of an owner's household and locks it until the transaction ends. */
export function lockMember(db: Db, { id, userId }: { id: string; userId: string }) {
  return db
    .selectFrom('household_members')
    .select(['id', 'state', 'email', 'mails', 'member_id', 'token_hash'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The pets that the owner has chosen for row `m`, by name, without those that are archived or in memory. */
export const petsOfMember = sql<{ id: string; name: string }[]>`coalesce((
  select json_agg(json_build_object('id', p.id, 'name', p.name) order by lower(p.name), p.id)
    from household_pets h join pets p on p.id = h.pet_id and p.status = 'active'
   where h.household_member_id = m.id), '[]')`

/** The pets that the member of row `m` may see now, by name. */
export const petsSeenByMember = sql<{ id: string; name: string }[]>`coalesce((
  select json_agg(json_build_object('id', p.id, 'name', p.name) order by lower(p.name), p.id)
    from shared_pets s join pets p on p.id = s.pet_id
   where s.household_member_id = m.id), '[]')`

/**
 * Shares these pets of the owner with a member, in place of the earlier ones. Pets that are archived or in memory stay
 * as they are.
 * @throws households.pet_not_found
 */
export async function writePets(
  { db, actor }: { db: Db; actor: Actor },
  memberId: string,
  petIds: readonly string[],
): Promise<void> {
  const wanted = [...new Set(petIds)]
  const pets = await db
    .selectFrom('pets')
    .select('id')
    .where('id', 'in', wanted)
    .where('owner_id', '=', actor.records['pet_owner'] ?? null)
    .where('status', '=', 'active')
    .orderBy('id')
    .forKeyShare()
    .execute()
  if (pets.length !== wanted.length) refuse('households.pet_not_found')
  await db
    .deleteFrom('household_pets as h')
    .using('pets as p')
    .whereRef('p.id', '=', 'h.pet_id')
    .where('h.household_member_id', '=', memberId)
    .where('p.status', '=', 'active')
    // Those that stay shared keep their row, and with it the tasks assigned to the member.
    .where('p.id', 'not in', wanted)
    .execute()
  await db
    .insertInto('household_pets')
    .values(wanted.map((pet_id) => ({ household_member_id: memberId, pet_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
