import type { Db } from '#/kernel/server/db.ts'
import { type Subscriber, subscriber } from '#/kernel/server/jobs.ts'
import { hintEveryone } from '#/kernel/server/live.ts'
import type { AnnouncedEvent, Work } from '#/kernel/server/work.ts'
import type { PersonBlocked } from '#/messaging/events.ts'
import { outcomeText } from '#/messaging/text.ts'
import { causerWithoutAccount, dropOvertaken, type Notice, notify } from '#/notifications/server/index.ts'
import type { Species } from '#/pets/rules.ts'
import type {
  ComplaintsClosed,
  EntryAdded,
  EntryRemoved,
  ReportChanged,
  ReportCreated,
  ReportDeleted,
  ReportRemoved,
} from '#/reports/events.ts'
import { type ComplaintOutcome, type ReportStatus, staleDays } from '#/reports/rules.ts'
import { animalText, statusText } from '#/reports/text.ts'
import { findUserOfPhone } from './guests.ts'
import {
  listAwaitedEntries,
  listAwaitedMatches,
  listAwaitingMatch,
  listCorrespondents,
  listFollowers,
} from './queries.ts'

type Told = {
  id: string
  user_id: string
  status: ReportStatus
  state: string
  pet_name: string | null
  species: Species
  pet_picture_url: string | null
  removed_at: Date | null
  removal_reason: string | null
}

/** Finds what notifications say about a report. */
export const findTold = (work: Work, id: string): Promise<Told | undefined> =>
  work.db
    .selectFrom('pet_reports')
    .select(['id', 'user_id', 'status', 'state', 'pet_name', 'species', 'pet_picture_url'])
    .select(['removed_at', 'removal_reason'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Names the pet: 'Bruno', or 'the found cat' where nobody knows its name. */
export const nameOfPet = ({ pet_name, status, species }: Pick<Told, 'pet_name' | 'status' | 'species'>) =>
  pet_name ?? `the ${statusText[status].toLowerCase()} ${animalText[species].toLowerCase()}`

/** Returns a notification's data about a report, by the product's names. */
export const aboutReport = (report: Omit<Told, 'removed_at' | 'removal_reason'>) => ({
  href: `/pet-reports/${report.id}`,
  relatedReportId: report.id,
  metadata: {
    report_id: report.id,
    pet_name: report.pet_name,
    status: report.status,
    pet_picture_url: report.pet_picture_url,
  },
})

type News = Pick<Notice, 'title' | 'message'>

const newsOf = (report: Told): Record<ReportChanged['data']['what'], News | null> => {
  const pet = nameOfPet(report)
  return {
    reunite: { title: `Good news: ${pet} is home`, message: 'The report you follow is closed.' },
    withdraw: { title: `Report withdrawn: ${pet}`, message: 'The reporter withdrew the report you follow.' },
    revive: { title: `Active again: ${pet}`, message: 'The report you follow is active again.' },
    update: { title: `Updated: ${pet}`, message: 'The report you follow has new details.' },
    lapse: {
      title: `No longer active: ${pet}`,
      message: `Nobody has confirmed this report for ${staleDays} days.`,
    },
    renew: null,
  }
}

const stateAfterNews: Partial<Record<ReportChanged['data']['what'], string>> = {
  reunite: 'reunited',
  withdraw: 'withdrawn',
  lapse: 'stale',
  revive: 'active',
}

/** Beginnings of the sources of waiting notices that a change makes untrue or pointless. */
const overtakenBy: Record<ReportChanged['data']['what'], readonly string[]> = {
  reunite: ['reports.'],
  withdraw: ['reports.'],
  lapse: ['reports.lapse:', 'reports.revive:', 'reports.asked:', 'reports.match:'],
  revive: ['reports.lapse:', 'reports.revive:'],
  update: ['reports.update:', 'reports.asked:'],
  renew: ['reports.asked:'],
}

type Overtaken = { reportId: string; sources: readonly string[]; by?: string; receivers?: readonly string[] }

/** Drops waiting notices about a report. Those about a match are also about the other report, whose reporter gets them. */
export async function dropNotices(db: Db, { receivers = [], ...overtaken }: Overtaken): Promise<void> {
  const hasMatches = overtaken.sources.some((start) => 'reports.match:'.startsWith(start))
  const matched = hasMatches ? await listAwaitingMatch(db, overtaken.reportId) : []
  await dropOvertaken(db, { ...overtaken, receivers: [...receivers, ...matched] })
}

const tellOfChange = subscriber<ReportChanged>(
  'reports.changed',
  'reports.tell-of-change',
  async (work, { reportId, what, mark }) => {
    const report = await findTold(work, reportId)
    if (!report || report.removed_at !== null) return
    // Skip news that a later change has overtaken.
    if (stateAfterNews[what] && stateAfterNews[what] !== report.state) return
    const source = `reports.${what}:${mark}`
    const following = await listFollowers(work.db, reportId)
    await dropNotices(work.db, {
      reportId,
      sources: overtakenBy[what],
      by: source,
      receivers: [report.user_id, ...following],
    })
    const news = newsOf(report)[what]
    if (!news) return
    const notice = { type: 'report_updated' as const, source, ...news }
    const followers = following.map((userId) => ({
      ...notice,
      userId,
      causedBy: what === 'lapse' ? null : report.user_id,
      ...aboutReport(report),
      ...(what === 'withdraw' && { href: '/pet-reports' }),
    }))
    const correspondents = what === 'reunite' ? await listCorrespondents(work.db, report) : []
    const others = correspondents
      .filter((userId) => !following.includes(userId))
      .map((userId) => ({
        ...notice,
        userId,
        causedBy: report.user_id,
        ...aboutReport(report),
        message:
          'You wrote to each other about it. If you have a report about the same pet, please close it too.',
      }))
    const reporter =
      what === 'lapse'
        ? [
            {
              ...notice,
              userId: report.user_id,
              ...aboutReport(report),
              message: `You haven’t confirmed this report for ${staleDays} days. If it still holds, you can make it active again.`,
            },
          ]
        : []
    await notify(work, ...reporter, ...followers, ...others)
  },
)

const tellOfDeletion = subscriber<ReportDeleted>(
  'reports.deleted',
  'reports.tell-of-deletion',
  (work, { reportId, what, petName, status, reporterId, followers }) =>
    notify(
      work,
      ...followers.map((userId) => ({
        userId,
        causedBy: reporterId,
        type: 'report_deleted' as const,
        source: `reports.deleted:${reportId}`,
        title: 'Report deleted',
        message: `The reporter deleted the report you follow: ${what}.`,
        href: '/pet-reports',
        relatedReportId: reportId,
        // Its pictures are gone.
        metadata: { report_id: reportId, pet_name: petName, status, pet_picture_url: null },
      })),
    ),
)

/** Drops blockers' waiting notices about what the person they blocked wrote, and about matches with that person's reports. */
const dropForBlocker = subscriber<PersonBlocked>(
  'messaging.person_blocked',
  'reports.drop-notices-for-blocker',
  async ({ db }, { blockerId, blockedId }) => {
    const entries = await listAwaitedEntries(db, { userId: blockerId, writerId: blockedId })
    const matches = await listAwaitedMatches(db, { userId: blockerId, reporterId: blockedId })
    await dropOvertaken(db, { userIds: [blockerId], sources: [...entries, ...matches] })
  },
)

/** Tells the reporter and the followers, without the writer's name and words: the page shows them. */
const tellOfEntry = subscriber<EntryAdded>(
  'reports.entry_added',
  'reports.tell-of-entry',
  async (work, { entryId, guest }) => {
    const entry = await work.db
      .selectFrom('pet_report_entries')
      .select(['report_id', 'user_id', 'kind', 'place', 'guest_phone'])
      .where('id', '=', entryId)
      .executeTakeFirst()
    const report = entry && (await findTold(work, entry.report_id))
    if (!report || report.removed_at !== null) return
    const isSighting = entry.kind === 'sighting'
    const pet = nameOfPet(report)
    // A guest's number may be a member's.
    const account = entry.guest_phone ? await findUserOfPhone(work.db, entry.guest_phone) : undefined
    const writer = entry.user_id ?? account?.id ?? null
    const followers = await listFollowers(work.db, report.id, { withoutBlockersOf: writer })
    await notify(
      work,
      ...[report.user_id, ...followers]
        .filter((userId) => userId !== writer)
        .map((userId) => ({
          userId,
          causedBy: writer ?? (guest ? causerWithoutAccount(guest) : null),
          type: isSighting ? ('report_marked_seen' as const) : ('new_comment_on_report' as const),
          // Everyone who comments follows, and strangers mustn't wake them.
          cantWait: isSighting && report.status === 'lost' && userId === report.user_id,
          source: `reports.entry_added:${entryId}`,
          title: isSighting ? `Somebody saw ${pet}` : `New comment: ${pet}`,
          message: isSighting
            ? 'Open the report to see when and where.'
            : 'Somebody wrote under the report. Open it to read what they say.',
          ...aboutReport(report),
        })),
    )
  },
)

/** Tells the writer of a comment or sighting why support removed it. */
const tellOfRemovedEntry = subscriber<EntryRemoved>(
  'reports.entry_removed',
  'reports.tell-of-removed-entry',
  async (work, { entryId, reportId, kind, writerId, reason }) => {
    const report = await findTold(work, reportId)
    if (!report) return
    await notify(work, {
      userId: writerId,
      type: 'report_deleted',
      source: `reports.entry_removed:${entryId}`,
      title: `Your ${kind} was removed: ${nameOfPet(report)}`,
      message: `Support removed your ${kind} under the report of ${nameOfPet(report)}. Reason: ${reason}`,
      ...aboutReport(report),
    })
  },
)

/** Tells the reporter why support removed the report, and the followers that it is gone. */
const tellOfRemoval = subscriber<ReportRemoved>(
  'reports.removed',
  'reports.tell-of-removal',
  async (work, { reportId }) => {
    const report = await findTold(work, reportId)
    if (!report?.removed_at) return
    const notice = {
      type: 'report_deleted' as const,
      source: `reports.removed:${reportId}`,
      title: `Report removed: ${nameOfPet(report)}`,
      ...aboutReport(report),
      href: '/pet-reports',
    }
    const followers = await listFollowers(work.db, reportId)
    await dropNotices(work.db, {
      reportId,
      sources: ['reports.'],
      by: notice.source,
      receivers: [report.user_id, ...followers],
    })
    await notify(
      work,
      {
        ...notice,
        userId: report.user_id,
        message: `Support removed your report. Reason: ${report.removal_reason}`,
      },
      ...followers.map((userId) => ({
        ...notice,
        userId,
        message: 'Support removed the report you follow.',
      })),
    )
  },
)

/** Tells people who complained how it ended, but not what the reporter was told. */
const tellOfOutcome = subscriber<ComplaintsClosed>(
  'reports.complaints_closed',
  'reports.tell-of-outcome',
  async (work, { complaintIds }) => {
    const complaints = await work.db
      .selectFrom('pet_report_complaints as c')
      .innerJoin('pet_reports as r', 'r.id', 'c.report_id')
      .select(['c.id', 'c.user_id', 'c.outcome', 'c.entry_id', 'r.pet_name', 'r.status', 'r.species'])
      .where('c.id', 'in', complaintIds)
      .execute()
    await notify(
      work,
      ...complaints.map((complaint) => ({
        userId: complaint.user_id,
        type: 'report_resolved' as const,
        source: `reports.complaint_closed:${complaint.id}`,
        title: `Your complaint about a ${complaint.entry_id ? 'sighting' : 'pet report'}: ${nameOfPet(complaint)}`,
        message: outcomeText[complaint.outcome as ComplaintOutcome],
        href: '/help-support',
      })),
    )
  },
)

/** Tells open pages to ask for reports again. The events of later batches of neighbours tell nothing new. */
const hintReaders = <Event extends AnnouncedEvent>(event: Event['name']): Subscriber =>
  subscriber<Event>(event, `${event}.hint-readers`, async ({ db }, data) => {
    if ('after' in data && data['after'] !== null) return
    await hintEveryone(db, 'reports')
  })

export const reportSubscribers: Subscriber[] = [
  tellOfChange,
  tellOfDeletion,
  dropForBlocker,
  tellOfEntry,
  tellOfRemovedEntry,
  tellOfRemoval,
  tellOfOutcome,
  hintReaders<ReportCreated>('reports.created'),
  hintReaders<ReportChanged>('reports.changed'),
  hintReaders<ReportDeleted>('reports.deleted'),
  hintReaders<ReportRemoved>('reports.removed'),
  hintReaders<EntryAdded>('reports.entry_added'),
  hintReaders<EntryRemoved>('reports.entry_removed'),
]
