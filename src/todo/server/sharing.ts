import type { Db } from '#/kernel/server/db.ts'
import { hint } from '#/kernel/server/live.ts'
import { endNews } from '#/notifications/server/index.ts'
import { type LockedTask, lockTask, type TodoWork } from './queries.ts'

/** A household whose to-dos the caller sees and ticks. */
export type SharedList = { userId: string; ownerName: string; zone: string | null; petIds: string[] }

/** Lists the households that a person helps, with the pets shared with them. */
export async function findShared(db: Db, userId: string): Promise<SharedList[]> {
  const rows = await db
    .selectFrom('shared_pets as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select((eb) => [
      'u.id as userId',
      'u.name',
      'u.time_zone as zone',
      eb.fn.agg<string[]>('array_agg', ['s.pet_id']).as('petIds'),
    ])
    .where('s.member_id', '=', userId)
    .groupBy('u.id')
    .execute()
  return rows.map(({ name, ...row }) => ({ ...row, ownerName: name || 'A pet owner' }))
}

/**
 * Finds a task that a person may tick and locks it: their own, or that of a pet shared with them. The lock on the
 * membership makes a removal wait, or be seen.
 */
export async function lockTickable({ db, actor }: Pick<TodoWork, 'db' | 'actor'>, id: string) {
  const own = await lockTask(db, actor.userId, id)
  if (own) return { task: own, ownerId: actor.userId }
  const shared = await db
    .selectFrom('tasks as t')
    .innerJoin('shared_pets as s', (join) =>
      join.onRef('s.pet_id', '=', 't.pet_id').onRef('s.user_id', '=', 't.user_id'),
    )
    .select(['t.user_id', 's.household_member_id'])
    .where('t.id', '=', id)
    .where('s.member_id', '=', actor.userId)
    .executeTakeFirst()
  if (!shared) return undefined
  const member = await db
    .selectFrom('household_members')
    .select('id')
    .where('id', '=', shared.household_member_id)
    .where('state', '=', 'joined')
    .forShare()
    .executeTakeFirst()
  const task = member && (await lockTask(db, shared.user_id, id))
  return task && { task, ownerId: shared.user_id }
}

/** Tells the open pages of a household that a task has changed. Returns the people: the owner, and who helps with the pet. */
export async function hintHousehold(db: Db, userId: string, petId: string | null): Promise<string[]> {
  const members = petId
    ? await db.selectFrom('shared_pets').select('member_id').where('pet_id', '=', petId).execute()
    : []
  const people = [userId, ...members.flatMap(({ member_id }) => member_id ?? [])]
  await hint(db, people, 'todo')
  return people
}

export const reminderSource = (taskId: string, wanted = '') => `todo.reminder:${taskId}:${wanted}`

/** Tells the open pages of a household that a task is done, gone, or due at another time: its reminders are over. */
export async function endReminders(
  work: Pick<TodoWork, 'db' | 'now'>,
  userId: string,
  { id, pet_id, remind }: Pick<LockedTask, 'id' | 'pet_id' | 'remind'>,
): Promise<void> {
  const people = await hintHousehold(work.db, userId, pet_id)
  if (remind !== 'none') await endNews(work, people, reminderSource(id))
}
