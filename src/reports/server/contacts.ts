import { sql } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import { firstNameOf } from '#/kernel/initial.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Serving } from '#/kernel/server/serve.ts'
import type { Actor, ActorWork } from '#/kernel/server/work.ts'
import { sendMessage } from '#/messaging/server/index.ts'
import { refuse } from '#/reports/errors.ts'
import { mostContacts } from '#/reports/rules.ts'
import type { Contact } from '#/reports/shapes.ts'
import { findReport } from './queries.ts'
import { expectRoomTogether, expectRoomUnconfirmed } from './room.ts'

/**
 * Sends a helper's message to a report's reporter. From then on the two have a thread, which messaging keeps.
 * @throws reports.own_report, reports.not_active, reports.unconfirmed_…, messaging.closed_…, messaging.no_links_yet, messaging.not_answered_yet
 */
export async function writeToReporter(
  work: ActorWork & Pick<Serving, 'config' | 'address' | 'keepDocument' | 'linkTo'>,
  { id, text }: { id: string; text: string },
): Promise<{ contactId: string }> {
  const { db, actor, now } = work
  const report = (await findReport(db, actor.userId, id)) ?? refuseRequest('request.not_found')
  if (report.user_id === actor.userId) refuse('reports.own_report')
  if (!report.is_active) refuse('reports.not_active')
  const { contactId, isNew } = await openContact(db, {
    reportId: id,
    reporterId: report.user_id,
    helperId: actor.userId,
    now,
  })
  if (isNew) {
    await expectRoomUnconfirmed(work, 'contacts')
    await expectRoomTogether(work, { reportId: id, what: 'contacts' })
  }
  await sendMessage(work, { bookingId: contactId, text, pictures: [] })
  return { contactId }
}

type NewContact = { reportId: string; reporterId: string; helperId: string; now: Date }

/** Finds or creates the contact of a helper, so that a message sent twice at once has one thread. */
async function openContact(db: Db, contact: NewContact): Promise<{ contactId: string; isNew: boolean }> {
  const { reportId, helperId } = contact
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('pet_report_contacts')
    .values({
      id: newId<'contact'>(),
      report_id: reportId,
      reporter_id: contact.reporterId,
      helper_id: helperId,
      created_at: contact.now,
    })
    .onConflict((conflict) => conflict.columns(['report_id', 'helper_id']).doNothing())
    .executeTakeFirstOrThrow()
  const { id } = await db
    .selectFrom('pet_report_contacts')
    .select('id')
    .where('report_id', '=', reportId)
    .where('helper_id', '=', helperId)
    .executeTakeFirstOrThrow()
  return { contactId: id, isNew: numInsertedOrUpdatedRows === 1n }
}

/** Lists the threads about a report that the actor takes part in, the last active first. */
export async function listContacts(db: Db, actor: Actor, id: string): Promise<{ rows: Contact[] }> {
  const me = actor.userId
  const rows = await db
    .selectFrom('pet_report_contacts as c')
    .innerJoin('users as other', (join) =>
      join.on(
        'other.id',
        '=',
        sql`case when c.reporter_id = ${me}::uuid then c.helper_id else c.reporter_id end`,
      ),
    )
    .innerJoin('message_threads as t', 't.contact_id', 'c.id')
    .innerJoin('messages as m', (join) =>
      join.onRef('m.thread_id', '=', 't.id').onRef('m.position', '=', 't.last_position'),
    )
    .leftJoin('message_readers as r', (join) =>
      join.onRef('r.thread_id', '=', 't.id').on('r.user_id', '=', me),
    )
    .select(['c.id', 'm.created_at', 'r.unread'])
    .select(sql<string>`known_name(${me}::uuid, other.id, other.name)`.as('name'))
    .where('c.report_id', '=', id)
    .where((eb) => eb.or([eb('c.reporter_id', '=', me), eb('c.helper_id', '=', me)]))
    .orderBy('m.created_at', 'desc')
    .orderBy('c.id')
    .limit(mostContacts)
    .execute()
  if (rows.length === 0 && !(await findReport(db, me, id))) return refuseRequest('request.not_found')
  return {
    rows: rows.map((row) => ({
      id: row.id,
      with: firstNameOf(row.name) || 'Former user',
      at: row.created_at,
      unread: row.unread ?? 0,
    })),
  }
}
