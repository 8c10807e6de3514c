import { sql } from 'kysely'
import { MINUTE } from '#/kernel/duration.ts'
import type { Sweep } from '#/kernel/server/jobs.ts'
import type { Work } from '#/kernel/server/work.ts'
import type { MeetChanged } from '#/sitting/events.ts'
import { meetMinutes } from '#/sitting/meet.ts'

const atOnce = 200

/**
 * Ends meet & greets that nobody answered in time, and those that have taken place: of one owner, whose rows it waits for,
 * or of anyone, without rows that are being changed.
 */
export async function endOverdueMeets(
  { db, now, announce }: Work,
  ownerId: string | null = null,
): Promise<number> {
  const [ofOwner, skipping] = ownerId
    ? [sql`and pet_owner_id = ${ownerId}`, sql``]
    : [sql``, sql`skip locked`]
  const { rows: expired } = await sql<{ id: string; revision: number }>`
    with due as materialized (
      select id from meet_greets where status = 'asked' and answer_by <= ${now} ${ofOwner}
       order by answer_by limit ${sql.lit(atOnce)} for no key update ${skipping})
    update meet_greets m set status = 'expired', revision = m.revision + 1, updated_at = ${now}
      from due where m.id = due.id returning m.id, m.revision
  `.execute(db)
  for (const { id, revision } of expired)
    await announce<MeetChanged>('sitting.meet_changed', { meetId: id, revision, by: 'system' })
  const { rows: passed } = await sql<{ id: string }>`
    with due as materialized (
      select id from meet_greets
       where status = 'agreed' and starts_at <= ${new Date(now.getTime() - meetMinutes * MINUTE)} ${ofOwner}
       order by starts_at limit ${sql.lit(atOnce)} for no key update ${skipping})
    update meet_greets m set status = 'passed', updated_at = ${now} from due where m.id = due.id returning m.id
  `.execute(db)
  return expired.length + passed.length
}

export const endMeets: Sweep = {
  name: 'end-overdue-meet-greets',
  cron: '* * * * *',
  transactions: 'batches',
  run: (work) => endOverdueMeets(work),
}
