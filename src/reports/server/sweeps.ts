import { sql } from 'kysely'
import { DAY } from '#/kernel/duration.ts'
import type { Sweep } from '#/kernel/server/jobs.ts'
import { notify } from '#/notifications/server/index.ts'
import type { ReportChanged } from '#/reports/events.ts'
import { guestLimits, nextAskAt, staleDays } from '#/reports/rules.ts'
import { addEntry } from './entries.ts'
import { aboutReport, nameOfPet } from './subscribers.ts'

const atOnce = 200

/** Makes reports stale that their reporters haven't confirmed for 182 days. */
export const lapseReports: Sweep = {
  name: 'lapse-pet-reports',
  cron: '7 * * * *',
  transactions: 'batches',
  async run({ db, now, announce }) {
    const { rows } = await sql<{ id: string }>`
      with due as materialized (
        select id from pet_reports
         where is_active and renewed_at <= ${new Date(now.getTime() - staleDays * DAY)}
         order by renewed_at limit ${atOnce} for no key update skip locked
      )
      update pet_reports r set state = 'stale', updated_at = ${now} from due where r.id = due.id returning r.id
    `.execute(db)
    for (const { id: reportId } of rows) {
      const mark = await addEntry(db, { reportId, userId: null, kind: 'lapsed', now })
      await announce<ReportChanged>('reports.changed', { reportId, what: 'lapse', mark })
    }
    return rows.length
  },
}

/** Forgets the numbers of people without an account once they have served. */
export const forgetGuestPhones: Sweep = {
  name: 'forget-phones-of-sightings',
  cron: '37 4 * * *',
  transactions: 'batches',
  async run({ db, now }) {
    const { rows } = await sql`
      with due as materialized (
        select id from pet_report_entries
         where guest_phone is not null and created_at <= ${new Date(now.getTime() - guestLimits.phoneDays * DAY)}
         order by created_at limit ${atOnce} for no key update skip locked
      )
      update pet_report_entries e set guest_phone = null from due where e.id = due.id returning e.id
    `.execute(db)
    return rows.length
  },
}

/** Asks reporters every week whether their report still holds. */
export const askIfReportsHold: Sweep = {
  name: 'ask-if-pet-reports-hold',
  cron: '17 * * * *',
  transactions: 'batches',
  async run(work) {
    const { db, now } = work
    const due = await db
      .selectFrom('pet_reports')
      .select(['id', 'user_id', 'status', 'state', 'pet_name', 'species', 'pet_picture_url'])
      .where('is_active', '=', sql.lit(true))
      .where('ask_at', '<=', now)
      .orderBy('ask_at')
      .limit(atOnce)
      .forNoKeyUpdate()
      .skipLocked()
      .execute()
    if (due.length === 0) return 0
    await db
      .updateTable('pet_reports')
      .set({ ask_at: nextAskAt(now) })
      .where(
        'id',
        'in',
        due.map(({ id }) => id),
      )
      .execute()
    await notify(
      work,
      ...due.map((report) => ({
        userId: report.user_id,
        type: 'report_updated' as const,
        source: `reports.asked:${report.id}:${now.toISOString().slice(0, 10)}`,
        title:
          report.status === 'lost'
            ? `Is ${nameOfPet(report)} still missing?`
            : `Are you still looking for the owner of ${nameOfPet(report)}?`,
        message: 'Please open your report and tell us whether it’s still current.',
        ...aboutReport(report),
      })),
    )
    return due.length
  },
}
