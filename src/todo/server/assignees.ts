import { sql } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import { refuse } from '#/todo/errors.ts'
import { lockTask, type TodoWork } from './queries.ts'
import { hintHousehold } from './sharing.ts'

/** The caller, a row of their household, or nobody in particular. */
export type Assignee = string | null | undefined

/**
 * Returns the user whom a task of the caller is assigned to. The lock on the membership makes its end wait, or be seen;
 * call it before the task is locked, as removals lock in this order.
 * @throws todo.assignee_not_found
 */
export async function findAssignee(
  { db, actor }: Pick<TodoWork, 'db' | 'actor'>,
  assignee: Assignee,
  petId: string | null,
): Promise<string | null> {
  if (!assignee) return null
  if (assignee === 'me') return actor.userId
  const member = await db
    .selectFrom('household_members')
    .select('member_id')
    .where('id', '=', assignee)
    .where('user_id', '=', actor.userId)
    .where('state', '=', 'joined')
    .forShare()
    .executeTakeFirst()
  if (!member || petId === null) return refuse('todo.assignee_not_found')
  const shared = await db
    .selectFrom('shared_pets')
    .select('member_id')
    .where('household_member_id', '=', assignee)
    .where('pet_id', '=', petId)
    .executeTakeFirst()
  return shared?.member_id ?? refuse('todo.assignee_not_found')
}

/** Also assigns tasks that come from health records. */
export async function assignTask(
  work: TodoWork,
  { id, assignee }: { id: string; assignee?: Assignee },
): Promise<void> {
  const { db, actor, now } = work
  const { pet_id } =
    (await db
      .selectFrom('tasks')
      .select('pet_id')
      .where('id', '=', id)
      .where('user_id', '=', actor.userId)
      .executeTakeFirst()) ?? refuseRequest('request.not_found')
  const assigneeId = await findAssignee(work, assignee, pet_id)
  const task = (await lockTask(db, actor.userId, id)) ?? refuseRequest('request.not_found')
  // Another page has just changed the pet.
  if (task.pet_id !== pet_id) refuse('todo.assignee_not_found')
  await db
    .updateTable('tasks')
    .set({ assignee_id: assigneeId, updated_at: now })
    .where('id', '=', id)
    .execute()
  await hintHousehold(db, actor.userId, pet_id)
}

/** The assignee of task `t`, if they are the owner or help with the pet now: suspended or blocked people are left out. */
export const assigneeOf = sql<{ memberId: string | null; userId: string; name: string } | null>`
  case when t.assignee_id = t.user_id then
    (select json_build_object('memberId', null, 'userId', u.id, 'name', u.name) from users u where u.id = t.user_id)
  when t.assignee_id is not null then
    (select json_build_object('memberId', s.household_member_id, 'userId', u.id, 'name', u.name)
       from shared_pets s join users u on u.id = s.member_id
      where s.user_id = t.user_id and s.member_id = t.assignee_id and s.pet_id = t.pet_id)
  end`
