import { sql } from 'kysely'
import type { Helped, Member } from '#/households/contract.ts'
import type { HouseholdChanged } from '#/households/events.ts'
import { householdLimits } from '#/households/rules.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { dropInvited } from './invite.ts'
import { lockMember, petsOfMember, petsSeenByMember, writePets } from './queries.ts'

/** Lists the caller's household, and the households that they help. */
export async function readHouseholds({ db, actor, now }: ActorWork): Promise<{
  members: Member[]
  helped: Helped[]
}> {
  const [members, helped] = await Promise.all([
    db
      .selectFrom('household_members as m')
      .leftJoin('users as u', 'u.id', 'm.member_id')
      .select(['m.id', 'm.state', 'm.email', 'm.mails', 'm.joined_at', 'm.expires_at'])
      .select([
        sql<string | null>`known_name(m.user_id, m.member_id, u.name)`.as('name'),
        petsOfMember.as('pets'),
      ])
      .where('m.user_id', '=', actor.userId)
      .where('m.ended_at', 'is', null)
      .orderBy(sql`m.joined_at nulls last`)
      .orderBy('m.invited_at')
      .orderBy('m.id')
      .execute(),
    db
      .selectFrom('household_members as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select(['m.id', 'm.wants_reminders'])
      .select([
        sql<string>`known_name(m.member_id, m.user_id, u.name)`.as('name'),
        petsSeenByMember.as('pets'),
      ])
      .where('m.member_id', '=', actor.userId)
      .where('m.state', '=', 'joined')
      .where('u.suspended_at', 'is', null)
      .orderBy('m.joined_at')
      .execute(),
  ])
  return {
    members: members.map(
      (row): Member => ({
        id: row.id,
        email: row.email,
        name: row.name,
        pets: row.pets,
        state: row.joined_at ? 'joined' : row.expires_at > now ? 'invited' : 'expired',
        at: row.joined_at ?? row.expires_at,
        mayResend: !row.joined_at && row.mails < householdLimits.mails,
      }),
    ),
    helped: helped.map(({ id, name, pets, wants_reminders }) => ({
      id,
      pets,
      ownerName: name || 'A pet owner',
      wantsReminders: wants_reminders,
    })),
  }
}

/** Changes which pets a member sees, and tells them. */
export async function shareWith(
  work: ActorWork,
  { id, petIds }: { id: string; petIds: readonly string[] },
): Promise<void> {
  const { db, actor } = work
  const member = (await lockMember(db, { id, userId: actor.userId })) ?? refuseRequest('request.not_found')
  await writePets(work, id, petIds)
  if (member.member_id) await announceChange(work, { id, what: 'shared', to: member.member_id })
}

/** Removes a member, or withdraws an invitation. */
export async function removeMember(work: ActorWork, id: string): Promise<void> {
  const { db, actor, now } = work
  const member = (await lockMember(db, { id, userId: actor.userId })) ?? refuseRequest('request.not_found')
  const state = member.member_id ? 'removed' : 'withdrawn'
  await db.updateTable('household_members').set({ state, ended_at: now }).where('id', '=', id).execute()
  if (member.member_id) await announceChange(work, { id, what: 'removed', to: member.member_id })
  else await dropInvited(db, member)
}

export async function leaveHousehold(work: ActorWork, id: string): Promise<void> {
  const { db, actor, now } = work
  const left = await db
    .updateTable('household_members')
    .set({ state: 'left', ended_at: now })
    .where('id', '=', id)
    .where('member_id', '=', actor.userId)
    .where('state', '=', 'joined')
    .returning('user_id')
    .executeTakeFirst()
  if (!left) return refuseRequest('request.not_found')
  await announceChange(work, { id, what: 'left', to: left.user_id })
}

export async function chooseReminders(
  { db, actor }: ActorWork,
  { id, isWanted }: { id: string; isWanted: boolean },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('household_members')
    .set({ wants_reminders: isWanted })
    .where('id', '=', id)
    .where('member_id', '=', actor.userId)
    .where('state', '=', 'joined')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuseRequest('request.not_found')
}

export const announceChange = (
  { announce, actor, now }: ActorWork,
  change: Pick<HouseholdChanged['data'], 'id' | 'what' | 'to'>,
): Promise<void> =>
  announce<HouseholdChanged>('households.changed', { ...change, by: actor.userId, at: now.toISOString() })
