import { DAY } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { hashOf } from './invite.ts'

type Wanted = {
  /** The owner. */
  userId: string
  /** Null for an invitation. */
  memberId: string | null
  email: string
  petIds: readonly string[]
  wantsReminders?: boolean
  /** The token of the link; the demo's data is the same each time. */
  token?: string
  now: Date
}

/** Makes a member of a household, or an invitation, for tests and the demo. */
export async function makeMember(
  db: Db,
  { userId, memberId, email, petIds, wantsReminders = false, token, now }: Wanted,
): Promise<string> {
  const id = newId<'household member'>()
  await db
    .insertInto('household_members')
    .values({
      id,
      user_id: userId,
      member_id: memberId,
      email,
      wants_reminders: wantsReminders,
      state: memberId ? 'joined' : 'invited',
      token_hash: hashOf(token ?? id),
      invited_at: now,
      expires_at: new Date(now.getTime() + 14 * DAY),
      joined_at: memberId && now,
    })
    .execute()
  await db
    .insertInto('household_pets')
    .values(petIds.map((pet_id) => ({ household_member_id: id, pet_id })))
    .execute()
  return id
}
