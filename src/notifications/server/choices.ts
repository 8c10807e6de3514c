import type { Db } from '#/kernel/server/db.ts'
import type { Choice } from '#/notifications/contract.ts'
import { type NotificationType, notificationTypes } from '#/notifications/notification-types.ts'
import { type Channel, concerns, isOffered, isSuggested } from '#/notifications/rules.ts'

type Choosing = { type: NotificationType; channel: Channel; isWanted: boolean }

/**
 * A person's choices by kind. `email` is where mails go, for people who gave an address; until they confirm it, it may
 * be a stranger's.
 */
export type Receiver = {
  email: string | null
  isConfirmed: boolean
  timeZone: string | null
  wants(type: NotificationType, channel: Channel): boolean
}

/** Finds receivers by id, in one statement. Unknown ids are left out. */
export async function findReceivers(db: Db, userIds: readonly string[]): Promise<Map<string, Receiver>> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('notification_choices as choice', 'choice.user_id', 'users.id')
    .select([
      'users.id',
      'users.email',
      'users.email_verified',
      'users.time_zone',
      'choice.type',
      'choice.channel',
      'choice.is_wanted',
    ])
    .where('users.id', 'in', [...userIds])
    .execute()
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, own]) => {
      const chosen = new Map(own.map(({ type, channel, is_wanted }) => [`${type} ${channel}`, is_wanted]))
      const email = addressOf(own[0]!.email)
      return [
        id,
        {
          email,
          isConfirmed: own[0]!.email_verified,
          timeZone: own[0]!.time_zone,
          wants: (type, channel) =>
            isOffered(type, channel) && (chosen.get(`${type} ${channel}`) ?? isSuggested(type, channel)),
        },
      ]
    }),
  )
}

/** Ignores placeholder addresses below `.invalid`, of people who came by phone or have left. */
function addressOf(email: string | null): string | null {
  return email && !/\.invalid$/i.test(email) ? email : null
}

type Choices = { choices: Choice[]; email: string | null }

export async function findChoices(db: Db, userId: string): Promise<Choices | undefined> {
  const receiver = (await findReceivers(db, [userId])).get(userId)
  if (!receiver) return undefined
  const person = { isProvider: await hasProviderRecord(db, userId) }
  return {
    email: receiver.email,
    choices: notificationTypes.map((type) => ({
      type,
      bell: receiver.wants(type, 'bell'),
      email: isOffered(type, 'email') ? receiver.wants(type, 'email') : null,
      concerns: concerns(type, person),
    })),
  }
}

/** Counts a record in any state, because one that waits for verification already causes notifications. */
async function hasProviderRecord(db: Db, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('role_records')
    .where('user_id', '=', userId)
    .where('record', '<>', 'pet_owner')
    .select('record_id')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function setChoice(
  db: Db,
  userId: string,
  { type, channel, isWanted }: Choosing,
): Promise<void> {
  await db
    .insertInto('notification_choices')
    .values({ user_id: userId, type, channel, is_wanted: isWanted })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'type', 'channel']).doUpdateSet({ is_wanted: isWanted }),
    )
    .execute()
}
