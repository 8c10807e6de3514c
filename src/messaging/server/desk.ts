import { sql } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import { pageSize } from '#/kernel/fields.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { LinkTo } from '#/kernel/server/files.ts'
import type { Changed, Work } from '#/kernel/server/work.ts'
import type { Report } from '#/messaging/desk.ts'
import { refuse } from '#/messaging/errors.ts'
import { bookingReportKinds, type ReportOutcome } from '#/messaging/rules.ts'
import { outcomeText } from '#/messaging/text.ts'
import { notify } from '#/notifications/server/index.ts'
import { readEvidence } from './evidence.ts'
import type { Snapshot } from './safety.ts'
import { picturesOf } from './threads.ts'

type Search = { isWaiting: boolean; cursor?: string | undefined }

/** Lists open reports, oldest first, or resolved ones, newest first. */
export async function listReports({ db, linkTo }: { db: Db; linkTo: LinkTo }, { isWaiting, cursor }: Search) {
  const [at, id] = readCursor(cursor, ['date', 'uuid']) ?? []
  const after = cursor === undefined ? undefined : { at: new Date(at!), id: String(id) }
  const rows = await findReports(db, isWaiting, after)
  const pictures = await picturesOf(
    db,
    linkTo,
    rows.flatMap(({ snapshot }) => snapshot as Snapshot),
  )
  return toPage(rows, {
    keyOf: (row) => [(row.resolved_at ?? row.created_at).toISOString(), row.id],
    show: (row): Report => ({
      id: row.id,
      at: row.created_at,
      reason: row.reason,
      isOfMessage: row.message_id !== null,
      reporter: { id: row.reporter_id, name: row.reporter_name },
      reported: { id: row.reported_id, name: row.reported_name },
      profile:
        row.kind && !row.appointment_id
          ? {
              kind: row.kind,
              provider: row.provider_trade && {
                id: row.provider_id!,
                trade: row.provider_trade,
                name: row.provider_name!,
              },
            }
          : null,
      booking: row.starts_at && {
        id: row.subject_id!,
        trade: row.trade!,
        startsAt: row.starts_at,
        timeZone: row.time_zone!,
        kind: row.appointment_id ? (bookingReportKinds.find((kind) => kind === row.kind) ?? null) : null,
      },
      evidence: readEvidence(row.evidence),
      said: (row.snapshot as Snapshot).map(({ id, by, text, at }) => ({
        id,
        by,
        text,
        at: new Date(at),
        pictures: (pictures.get(id) ?? []).map((picture) => ({ id: picture.id, url: picture.url })),
      })),
      resolved: row.resolved_at && {
        at: row.resolved_at,
        by: row.admin_name ?? '',
        conclusion: row.conclusion!,
        outcome: row.outcome!,
      },
    }),
  })
}

function findReports(db: Db, isWaiting: boolean, after: { at: Date; id: string } | undefined) {
  const since = isWaiting ? ('r.created_at' as const) : ('r.resolved_at' as const)
  const [beyond, order] = isWaiting ? (['>', 'asc'] as const) : (['<', 'desc'] as const)
  return db
    .selectFrom('message_reports as r')
    .innerJoin('users as reporter', 'reporter.id', 'r.reporter_id')
    .innerJoin('users as reported', 'reported.id', 'r.reported_id')
    .leftJoin('admin_users as a', 'a.id', 'r.resolved_by')
    .leftJoin('providers as p', 'p.id', 'r.provider_id')
    .leftJoin('message_threads as t', 't.id', 'r.thread_id')
    .leftJoin('thread_parties as b', (join) =>
      join
        .on(sql<boolean>`b.subject_id = coalesce(r.appointment_id, t.subject_id)`)
        .onRef('b.user_id', '=', 'r.reporter_id'),
    )
    .selectAll('r')
    .select(['reporter.name as reporter_name', 'reported.name as reported_name', 'a.name as admin_name'])
    .select(['p.trade as provider_trade', 'p.full_name as provider_name'])
    .select(['b.subject_id', 'b.trade', 'b.starts_at', 'b.time_zone'])
    .where('r.resolved_at', isWaiting ? 'is' : 'is not', null)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple(since, 'r.id'), beyond, tuple(after!.at, after!.id)),
      ),
    )
    .orderBy(since, order)
    .orderBy('r.id', order)
    .limit(pageSize + 1)
    .execute()
}

type Decision = { id: string; adminId: string; conclusion: string; outcome: ReportOutcome }

/**
 * Resolves a report, and tells its reporter the outcome, but not the conclusion.
 * @throws messaging.already_resolved if another administrator was faster
 */
export async function resolveReport(
  work: Work,
  { id, adminId, conclusion, outcome }: Decision,
): Promise<Changed> {
  const { db, now } = work
  const report = await db
    .selectFrom('message_reports as r')
    .innerJoin('users as u', 'u.id', 'r.reported_id')
    .select(['r.resolved_at', 'r.reporter_id'])
    .select(sql<string>`known_name(r.reporter_id, u.id, u.name)`.as('reported_name'))
    .where('r.id', '=', id)
    .forNoKeyUpdate(['r'])
    .executeTakeFirst()
  if (!report) return refuseRequest('request.not_found')
  if (report.resolved_at) refuse('messaging.already_resolved')
  await db
    .updateTable('message_reports')
    .set({ resolved_at: now, resolved_by: adminId, conclusion, outcome })
    .where('id', '=', id)
    .execute()
  await notify(work, {
    userId: report.reporter_id,
    type: 'report_resolved',
    source: `messaging.report_resolved:${id}`,
    title: `Your report about ${report.reported_name || 'someone'}`,
    message: outcomeText[outcome],
    href: '/help-support',
  })
  return { before: { resolved: false }, after: { resolved: true, outcome } }
}
