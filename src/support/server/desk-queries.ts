import { type RawBuilder, sql } from 'kysely'
import { pageSize } from '#/kernel/fields.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { ContactTopic } from '#/support/rules.ts'

export type DeskSearch = {
  isWaiting: boolean
  /** The reference that a person names. */
  number?: number | undefined
  after?: { urgency: number; since: Date; id: string } | undefined
}

type DeskRow = {
  kind: 'message' | 'ticket'
  id: string
  number: number
  topic: ContactTopic
  urgency: number
  title: string
  name: string
  user_id: string | null
  since: Date
}

/**
 * Lists what is waiting, safety first and then the longest wait, or what isn't, latest first, with one row more than a
 * page. Each kind reads one page from its own index before the two are merged, because a view over both would be read
 * to the end.
 */
export function deskStatement({ isWaiting, number, after }: DeskSearch): RawBuilder<DeskRow> {
  const order = isWaiting ? sql`urgency, since, id` : sql`since desc, id desc`
  const within = (since: string) => {
    const [at, id] = [sql.ref(since), sql.ref('id')]
    const place = !after
      ? sql``
      : isWaiting
        ? sql`and (urgency, ${at}, ${id}) > (${after.urgency}::smallint, ${after.since}::timestamptz, ${after.id}::uuid)`
        : sql`and (${at}, ${id}) < (${after.since}::timestamptz, ${after.id}::uuid)`
    const named = number === undefined ? sql`` : sql`and number = ${number}`
    return sql`${named} ${place} order by ${order} limit ${sql.lit(pageSize + 1)}`
  }
  const [waitedSince, writtenAt] = isWaiting ? ['waiting_since', 'created_at'] : ['updated_at', 'answered_at']
  return sql<DeskRow>`
    select desk.*, coalesce(sender, u.name, '') as name
    from (
      (select 'ticket' as kind, id, number, topic, urgency, subject as title, null as sender, user_id,
         ${sql.ref(waitedSince!)} as since
       from support_tickets where status ${isWaiting ? sql`=` : sql`<>`} 'open' ${within(waitedSince!)})
      union all
      (select 'message', id, number, topic, urgency, left(message, 200), name, user_id, ${sql.ref(writtenAt!)} as since
       from contact_messages where answered_at is ${isWaiting ? sql`null` : sql`not null`} ${within(writtenAt!)})
    ) desk
    left join users u on u.id = desk.user_id
    order by ${isWaiting ? sql`desk.urgency, desk.since, desk.id` : sql`desk.since desc, desk.id desc`}
    limit ${sql.lit(pageSize + 1)}
  `
}

export function findMessage(db: Db, id: string) {
  return db
    .selectFrom('contact_messages as m')
    .leftJoin('admin_users as a', 'a.id', 'm.answered_by')
    .selectAll('m')
    .select('a.name as answered_by_name')
    .where('m.id', '=', id)
    .executeTakeFirst()
}

/** Locks the message, so that nobody else answers it meanwhile. */
export function lockMessage(db: Db, id: string) {
  return db
    .selectFrom('contact_messages')
    .select(['number', 'topic', 'email', 'message', 'answered_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function setAnswered(
  db: Db,
  { id, adminId, text, now }: { id: string; adminId: string; text: string | null; now: Date },
): Promise<void> {
  await db
    .updateTable('contact_messages')
    .set({ answered_at: now, answered_by: adminId, answer: text })
    .where('id', '=', id)
    .execute()
}
