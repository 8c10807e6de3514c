import { sql } from 'kysely'
import { builtOnce, type StandIns } from '#/kernel/server/built-once.ts'
import type { Config } from '#/kernel/server/config.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { MailList } from '#/kernel/server/mail-events.ts'
import { textsGoOut } from '#/kernel/server/sms.ts'
import type { Actor } from '#/kernel/server/work.ts'
import { clockFrom } from '#/kernel/time.ts'
import type { Choice } from '#/notifications/contract.ts'
import { type NotificationType, notificationTypes } from '#/notifications/notification-types.ts'
import { type Channel, concerns, isOffered, isSuggested } from '#/notifications/rules.ts'
import { type MailPace, mailPaces, type Timing, usualTiming } from '#/notifications/timing.ts'
import { vapidKeys } from './push/vapid.ts'

type Choosing = {
  type: NotificationType
  channel: Channel
  isWanted: boolean
  pace?: MailPace | null | undefined
}

/**
 * A person's choices by kind. `email` is where mails go, for people who gave an address; until they confirm it, it may
 * be a stranger's.
 */
export type Receiver = {
  email: string | null
  isConfirmed: boolean
  timeZone: string | null
  timing: Timing
  /** Browsers that get pushes. */
  devices: readonly { id: string; sessionId: string }[]
  /** For texts: the number they log in with, which they confirmed by a code. */
  phone: string | null
  wants(type: NotificationType, channel: Channel): boolean
  /** Returns the pace chosen for this kind's mails; null if the one for all kinds holds. */
  paceOf(type: NotificationType): MailPace | null
}

const receiversStatement = builtOnce((db, { userIds }: StandIns<{ userIds: readonly string[] }>) =>
  db
    .selectFrom('users')
    .leftJoin('notification_choices as choice', 'choice.user_id', 'users.id')
    .leftJoin('notification_timing as timing', 'timing.user_id', 'users.id')
    .select([
      'users.id',
      'users.email',
      'users.email_verified',
      'users.time_zone',
      'choice.type',
      'choice.channel',
      'choice.is_wanted',
      'choice.pace',
      'timing.mail_pace',
      'timing.quiet_from',
      'timing.quiet_until',
      devicesOf.as('devices'),
      phoneOf.as('phone'),
    ])
    // A subquery hides the number of ids. Knowing it, Postgres would plan the statement for each delivery anew, for 0.6 ms.
    .where(sql<boolean>`users.id = any(array(select unnest(${userIds}::uuid[])))`)
    .compile(),
)

/** Finds receivers by id, in one statement. Unknown ids are left out. */
export async function findReceivers(db: Db, userIds: readonly string[]): Promise<Map<string, Receiver>> {
  const { rows } = await db.executeQuery(receiversStatement(db, { userIds }))
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, own]) => {
      const chosen = new Map(own.map(({ type, channel, is_wanted }) => [`${type} ${channel}`, is_wanted]))
      const paces = new Map(own.filter(({ pace }) => pace).map(({ type, pace }) => [type, pace]))
      const email = addressOf(own[0]!.email)
      return [
        id,
        {
          email,
          isConfirmed: own[0]!.email_verified,
          timeZone: own[0]!.time_zone,
          timing: timingOf(own[0]!),
          devices: own[0]!.devices ?? [],
          phone: own[0]!.phone,
          paceOf: (type) => paceIn(paces.get(type)),
          wants: (type, channel) =>
            isOffered(type, channel) && (chosen.get(`${type} ${channel}`) ?? isSuggested(type, channel)),
        },
      ]
    }),
  )
}

/** Sessions that have ended get nothing, also before they are deleted. */
const devicesOf = sql<{ id: string; sessionId: string }[] | null>`(
  select json_agg(json_build_object('id', d.id, 'sessionId', d.session_id))
    from push_subscriptions d join sessions s on s.id = d.session_id and s.expires_at > now()
   where d.user_id = users.id)`

const phoneOf = sql<string | null>`(
  select account_id from accounts where accounts.user_id = users.id and provider_id = 'phone')`

const paceIn = (text: string | null | undefined) => mailPaces.find((pace) => pace === text) ?? null

type TimingColumns = { mail_pace: string | null; quiet_from: string | null; quiet_until: string | null }

function timingOf({ mail_pace, quiet_from: from, quiet_until: until }: TimingColumns): Timing {
  return {
    pace: paceIn(mail_pace) ?? usualTiming.pace,
    quiet: from && until ? { from: clockFrom(from), until: clockFrom(until) } : usualTiming.quiet,
  }
}

/** Tells whether a person still wants mails of this kind, or of any kind if the mail is about several notifications. */
export async function wantsMail(db: Db, { userId, type }: MailList): Promise<boolean> {
  const receiver = (await findReceivers(db, [userId])).get(userId)
  const kind = notificationTypes.find((one) => one === type)
  const kinds = kind ? [kind] : notificationTypes
  return receiver !== undefined && kinds.some((one) => receiver.wants(one, 'email'))
}

/** Ignores placeholder addresses below `.invalid`, of people who came by phone or have left. */
function addressOf(email: string | null): string | null {
  return email && !/\.invalid$/i.test(email) ? email : null
}

type Choices = {
  choices: Choice[]
  email: string | null
  texts: { phone: string | null } | null
  timing: Timing
  push: { key: string; isOnHere: boolean; devices: number }
}

export async function findChoices(
  db: Db,
  { userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>,
  config: Config,
): Promise<Choices | undefined> {
  const receiver = (await findReceivers(db, [userId])).get(userId)
  if (!receiver) return undefined
  const person = { isProvider: await hasProviderRecord(db, userId) }
  return {
    email: receiver.email,
    texts: textsGoOut(config) ? { phone: receiver.phone } : null,
    timing: receiver.timing,
    push: {
      key: vapidKeys(config.AUTH_SECRET).publicKey,
      isOnHere: receiver.devices.some((device) => device.sessionId === sessionId),
      devices: receiver.devices.length,
    },
    choices: notificationTypes.map((type) => ({
      type,
      bell: receiver.wants(type, 'bell'),
      email: isOffered(type, 'email') ? receiver.wants(type, 'email') : null,
      pace: receiver.paceOf(type),
      push: receiver.wants(type, 'push'),
      sms: isOffered(type, 'sms') ? receiver.wants(type, 'sms') : null,
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
  { type, channel, isWanted, pace }: Choosing,
): Promise<void> {
  const chosen = { is_wanted: isWanted, ...(pace !== undefined && { pace }) }
  await db
    .insertInto('notification_choices')
    .values({ user_id: userId, type, channel, ...chosen })
    .onConflict((conflict) => conflict.columns(['user_id', 'type', 'channel']).doUpdateSet(chosen))
    .execute()
}

export async function setTiming(db: Db, userId: string, { pace, quiet }: Timing): Promise<void> {
  const timing = { mail_pace: pace, quiet_from: quiet?.from ?? null, quiet_until: quiet?.until ?? null }
  await db
    .insertInto('notification_timing')
    .values({ user_id: userId, ...timing })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(timing))
    .execute()
}

/** Leaves only urgent mails, also of kinds with a choice of their own. */
export async function leaveUrgentMails(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('notification_choices')
    .set({ pace: null })
    .where('user_id', '=', userId)
    .where('pace', 'is not', null)
    .execute()
  await setPace(db, userId, 'urgent')
}

/** Turns off the mails of every kind. */
export async function stopAllMails(db: Db, userId: string): Promise<void> {
  const types = notificationTypes.filter((type) => isOffered(type, 'email'))
  await db
    .insertInto('notification_choices')
    .values(types.map((type) => ({ user_id: userId, type, channel: 'email', is_wanted: false })))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'type', 'channel']).doUpdateSet({ is_wanted: false }),
    )
    .execute()
}

/** Changes how often mails come, and leaves quiet hours as they are. */
export async function setPace(db: Db, userId: string, pace: MailPace): Promise<void> {
  await db
    .insertInto('notification_timing')
    .values({ user_id: userId, mail_pace: pace })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ mail_pace: pace }))
    .execute()
}
