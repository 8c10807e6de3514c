import { type RawBuilder, sql } from 'kysely'
import { isConfirmed } from '#/accounts/server/index.ts'
import { DAY } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import { type Subscriber, type Sweep, subscriber } from '#/kernel/server/jobs.ts'
import type { Work } from '#/kernel/server/work.ts'
import { isKnownPerson, notify } from '#/notifications/server/index.ts'
import type { Species } from '#/pets/rules.ts'
import {
  alertBatch,
  alertWaitsDays,
  digestKm,
  mostAlertsADay,
  nearKm,
  unconfirmedShare,
} from '#/reports/alerts.ts'
import type { AlertsDue, ReportCreated } from '#/reports/events.ts'
import { animalText } from '#/reports/text.ts'
import { aboutReport, findTold, nameOfPet } from './subscribers.ts'

export type Neighbour = { user_id: string; area: string; km: number }

const isNear = sql`p.position <@ cube_enlarge(r.position, ${nearKm}::float8, 3)
     and p.position <-> r.position <= ${nearKm}::float8
     and not r.species = any (p.muted_species)`

/** Selects the next people within reach of a lost pet, by id, so that the next batch goes on after the last. */
export const selectNear = (reportId: string, after: string | null): RawBuilder<Neighbour> => sql<Neighbour>`
  with report as materialized (select position, species from pet_reports where id = ${reportId})
  select p.user_id, p.area, p.position <-> r.position as km
    from report r, alert_places p
   where ${isNear}
     and (${after}::uuid is null or p.user_id > ${after}::uuid)
   order by p.user_id limit ${alertBatch} for no key update of p`

/** Selects the closest people whom a reporter who has confirmed nothing may still alert today. */
export const selectShare = (
  reportId: string,
  reporterId: string,
  dayAgo: Date,
): RawBuilder<Neighbour> => sql<Neighbour>`
  with report as materialized (select position, species from pet_reports where id = ${reportId}),
  near as materialized (
    select p.user_id, p.position <-> r.position as km,
           p.unconfirmed_alert_at is null or p.unconfirmed_alert_at <= ${dayAgo} as has_room,
           exists (select from unnest(p.alerted_by, p.alerted_at) as a (by, at)
                    where a.by = ${reporterId} and a.at > ${dayAgo}) as is_alerted
      from report r, alert_places p
     where ${isNear} and p.user_id <> ${reporterId}),
  picked as materialized (
    select user_id, km from near
     where has_room and not is_alerted order by km, user_id
     limit (select greatest(0, least(${unconfirmedShare.most}::numeric, ceil(count(*) / ${unconfirmedShare.oneIn}::numeric))
                                 - count(*) filter (where is_alerted)) from near))
  select p.user_id, p.area, k.km
    from picked k join alert_places p on p.user_id = k.user_id
   order by p.user_id for no key update of p`

/**
 * Counts an alert for those of these people who may still get one today, and returns them. Leaves out the reporter,
 * blocks in either direction, and people who are suspended.
 */
async function takeAlerts(
  { db, now }: Work,
  { reportId, reporterId, isKnown }: { reportId: string; reporterId: string; isKnown: boolean },
  ids: readonly string[],
): Promise<Set<string>> {
  const dayAgo = new Date(now.getTime() - DAY)
  const { rows } = await sql<{ user_id: string }>`
    update alert_places p
       set alerted_at = (p.alerted_at || ${now}::timestamptz)[
             greatest(1, cardinality(p.alerted_at) + 2 - ${mostAlertsADay}::integer):],
           alerted_by = (p.alerted_by || ${reporterId}::uuid)[
             greatest(1, cardinality(p.alerted_by) + 2 - ${mostAlertsADay}::integer):],
           unconfirmed_alert_at = case when ${isKnown} then p.unconfirmed_alert_at else ${now}::timestamptz end
      from users u
     where u.id = p.user_id and u.suspended_at is null
       and p.user_id = any (${[...ids]}::uuid[]) and p.user_id <> ${reporterId}
       and (cardinality(p.alerted_at) < ${mostAlertsADay} or p.alerted_at[1] <= ${dayAgo})
       and not exists (select from unnest(p.alerted_by, p.alerted_at) as a (by, at)
                        where a.by = ${reporterId} and a.at > ${dayAgo})
       and (${isKnown} or p.unconfirmed_alert_at is null or p.unconfirmed_alert_at <= ${dayAgo})
       and not exists (select from notifications n where n.user_id = p.user_id and n.source = ${nearSource(reportId)})
       and not exists (select from message_blocks b
                        where (b.blocker_id, b.blocked_id) in ((p.user_id, ${reporterId}), (${reporterId}, p.user_id)))
    returning p.user_id`.execute(db)
  return new Set(rows.map(({ user_id }) => user_id))
}

/** Counts the people who were alerted about a report, and the others within reach. */
export async function countNeighbours(db: Db, reportId: string): Promise<{ told: number; others: number }> {
  const isTold = sql`exists (
    select from notifications n where n.user_id = p.user_id and n.source = ${nearSource(reportId)})`
  const { rows } = await sql<{ told: number; others: number }>`
    with report as materialized (select user_id, position, species from pet_reports where id = ${reportId})
    select (select count(*)::int from notifications n
             where n.related_report_id = ${reportId} and n.source = ${nearSource(reportId)}) as told,
           count(p.user_id) filter (where not ${isTold})::int as others
      from report r left join alert_places p on ${isNear} and p.user_id <> r.user_id
       and exists (select from users u where u.id = p.user_id and u.suspended_at is null)`.execute(db)
  return rows[0] ?? { told: 0, others: 0 }
}

const nearSource = (reportId: string) => `reports.near:${reportId}`

/** A batch takes its own transaction, and announces the next one. Reporters who have confirmed nothing alert one small batch. */
const alertNeighbours = <Event extends ReportCreated | AlertsDue>(
  event: Event['name'],
  name: string,
): Subscriber => ({
  ...subscriber<Event>(event, name, async (work, { reportId, after }) => {
    const report = await findTold(work, reportId)
    if (report?.status !== 'lost' || report.state !== 'active' || report.removed_at !== null) return
    const reporterId = report.user_id
    const isKnown = await isKnownPerson(work.db, reporterId)
    const found = isKnown
      ? selectNear(reportId, after)
      : selectShare(reportId, reporterId, new Date(work.now.getTime() - DAY))
    const { rows } = await found.execute(work.db)
    const taken = await takeAlerts(
      work,
      { reportId, reporterId, isKnown },
      rows.map(({ user_id }) => user_id),
    )
    const pet = nameOfPet(report)
    await notify(
      work,
      ...rows
        .filter(({ user_id }) => taken.has(user_id))
        .map(({ user_id, area, km }) => ({
          userId: user_id,
          causedBy: reporterId,
          type: 'pet_report' as const,
          source: nearSource(reportId),
          title: `Lost near you: ${pet}`,
          message: `${animalText[report.species]}, about ${Math.max(1, Math.round(km))} km from ${area}. Please look out, and tell us if you see it.`,
          ...aboutReport(report),
        })),
    )
    if (!isKnown)
      await work.db.updateTable('pet_reports').set({ alert_waits: true }).where('id', '=', reportId).execute()
    else if (rows.length === alertBatch)
      await work.announce<ReportCreated | AlertsDue>(event, {
        reportId,
        after: rows.at(-1)!.user_id,
      })
  }),
  isBulk: true,
})

/**
 * Lets reports alert the other neighbours once their reporters have confirmed an email address or a phone number. A sweep,
 * because there are many ways to confirm.
 */
export const alertOnceConfirmed: Sweep = {
  name: 'alert-once-reporters-are-confirmed',
  cron: '* * * * *',
  transactions: 'batches',
  async run({ db, now, announce }) {
    const { rows } = await sql<{ id: string }>`
      with due as materialized (
        select r.id from pet_reports r join users u on u.id = r.user_id and u.suspended_at is null
         where r.alert_waits and r.created_at > ${new Date(now.getTime() - alertWaitsDays * DAY)}
           and ${isConfirmed('u')}
         order by r.created_at limit ${alertBatch} for no key update of r skip locked)
      update pet_reports r set alert_waits = false from due where r.id = due.id returning r.id`.execute(db)
    for (const { id: reportId } of rows)
      await announce<AlertsDue>('reports.alerts_due', { reportId, after: null })
    return rows.length
  },
}

type Due = {
  user_id: string
  digest_at: Date
  count: string
  report_id: string | null
  pet_name: string | null
  species: Species
}

/** Finds people whose daily notice is due, with the lost pets of the last day within 25 km that they don't know yet. */
export async function takeDueDigests(db: Db, now: Date): Promise<Due[]> {
  const { rows } = await sql<Due>`
    with due as materialized (
      select user_id, position, muted_species, digest_at from alert_places
       where digest_at <= ${now} order by digest_at limit ${alertBatch} for no key update skip locked),
    moved as (
      update alert_places p
         set digest_at = ${now}::timestamptz + interval '1 day' - mod(
               extract(epoch from ${now}::timestamptz - d.digest_at)::numeric, 86400) * interval '1 second'
        from due d where d.user_id = p.user_id)
    select d.user_id, d.digest_at, coalesce(f.count, 0) as count, f.report_id, f.pet_name, f.species
      from due d left join lateral (
        select count(*) as count, (array_agg(r.id order by r.created_at desc))[1] as report_id,
               (array_agg(r.pet_name order by r.created_at desc))[1] as pet_name,
               (array_agg(r.species order by r.created_at desc))[1] as species
          from pet_reports r join users u on u.id = r.user_id and u.suspended_at is null
         where r.is_active and r.status = 'lost' and r.user_id <> d.user_id
           and r.created_at > d.digest_at - interval '1 day'
           and r.position <@ cube_enlarge(d.position, ${digestKm}::float8, 3)
           and r.position <-> d.position <= ${digestKm}::float8
           and not r.species = any (d.muted_species)
           and not exists (select from notifications n
                            where n.user_id = d.user_id and n.source = 'reports.near:' || r.id)
           and not exists (select from message_blocks b
                            where (b.blocker_id, b.blocked_id) in ((d.user_id, r.user_id), (r.user_id, d.user_id)))
      ) f on true`.execute(db)
  return rows
}

/** Tells people once a day about pets lost within 25 km. */
export const tellOfLostNearby: Sweep = {
  name: 'tell-of-pets-lost-nearby',
  cron: '*/5 * * * *',
  transactions: 'batches',
  async run(work) {
    const due = await takeDueDigests(work.db, work.now)
    await notify(
      work,
      ...due
        .filter(({ count }) => Number(count) > 0)
        .map(({ user_id, digest_at, count, report_id, pet_name, species }) => {
          const one = nameOfPet({ pet_name, species, status: 'lost' })
          const more = Number(count) - 1
          return {
            userId: user_id,
            type: 'pet_report' as const,
            source: `reports.nearby:${digest_at.toISOString().slice(0, 10)}`,
            title: more === 0 ? `Lost in your area: ${one}` : `${count} pets lost in your area`,
            message:
              more === 0
                ? `Reported within ${digestKm} km since yesterday. Please look out.`
                : `${one} and ${more} more, reported within ${digestKm} km since yesterday. Please look out.`,
            href: more === 0 ? `/pet-reports/${report_id}` : '/pet-reports',
          }
        }),
    )
    return due.length
  },
}

export const alertSubscribers: Subscriber[] = [
  alertNeighbours<ReportCreated>('reports.created', 'reports.alert-neighbours'),
  alertNeighbours<AlertsDue>('reports.alerts_due', 'reports.alert-other-neighbours'),
]
