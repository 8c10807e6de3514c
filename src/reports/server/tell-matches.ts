import { type Subscriber, subscriber } from '#/kernel/server/jobs.ts'
import type { Work } from '#/kernel/server/work.ts'
import { notify } from '#/notifications/server/index.ts'
import type { ReportChanged, ReportCreated } from '#/reports/events.ts'
import { matchesOf } from './matches.ts'
import { findBlocks } from './queries.ts'
import { aboutReport, findTold, nameOfPet } from './subscribers.ts'

/**
 * Tells both reporters about a match. The source names the pair, so each hears of it once, however often the reports
 * change. Leaves out people who have blocked the other reporter.
 */
async function tellOfMatches(work: Work, reportId: string): Promise<void> {
  const report = await findTold(work, reportId)
  if (report?.state !== 'active' || report.removed_at !== null) return
  const { rows } = await matchesOf(work.db, report.user_id, reportId)
  if (rows.length === 0) return
  const found = await Promise.all(rows.map(({ id }) => findTold(work, id)))
  const others = found.filter((other) => other !== undefined)
  const reporters = others.map(({ user_id }) => user_id)
  const blocks = await findBlocks(work.db, report.user_id, reporters)
  const sides = others.flatMap((other) => [
    { own: report, theirs: other },
    { own: other, theirs: report },
  ])
  await notify(
    work,
    ...sides
      .filter(({ own, theirs }) => !blocks.has(`${own.user_id} ${theirs.user_id}`))
      .map(({ own, theirs }) => ({
        userId: own.user_id,
        causedBy: theirs.user_id,
        type: 'report_updated' as const,
        source: `reports.match:${[own.id, theirs.id].toSorted().join(':')}`,
        title:
          own.status === 'lost'
            ? `A found pet may be ${nameOfPet(own)}`
            : `Somebody may be looking for ${nameOfPet(own)}`,
        message: 'We compared two reports. Open your report to see what fits.',
        ...aboutReport(own),
      })),
  )
}

export const matchSubscribers: Subscriber[] = [
  subscriber<ReportCreated>('reports.created', 'reports.tell-of-matches', (work, { reportId, after }) =>
    // Later batches of the same report have nothing new.
    after === null ? tellOfMatches(work, reportId) : Promise.resolve(),
  ),
  subscriber<ReportChanged>('reports.changed', 'reports.tell-of-new-matches', (work, { reportId, what }) =>
    what === 'update' || what === 'revive' ? tellOfMatches(work, reportId) : Promise.resolve(),
  ),
]
