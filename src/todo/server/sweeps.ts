import { sql } from 'kysely'
import { HOUR } from '#/kernel/duration.ts'
import { withRecord } from '#/kernel/linked-record.ts'
import { dayFor, type Reader, timeFor } from '#/kernel/reader-time.ts'
import type { Config } from '#/kernel/server/config.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Sweep } from '#/kernel/server/jobs.ts'
import { addDays, clockOf, dayOf, instantAt, minuteOf, minutesOf } from '#/kernel/time.ts'
import { notify } from '#/notifications/server/index.ts'
import { dueOf, lateHours, nextReminder, todoPath } from '#/todo/rules.ts'
import { assigneeOf } from './assignees.ts'
import { nameOf } from './present.ts'
import { clockIn, isShown, ofPlan, planOf, selectNamed, snoozeOf } from './queries.ts'
import { reminderSource } from './sharing.ts'

const atOnce = 200

/**
 * Reminds the assignee of a task, or else its owner and the caregivers who want it, by the owner's clocks, whatever their
 * time zone is now.
 */
export const remindOfTasks = ({ DEFAULT_TIME_ZONE }: Pick<Config, 'DEFAULT_TIME_ZONE'>): Sweep => ({
  name: 'remind-of-tasks',
  cron: '* * * * *',
  transactions: 'batches',
  async run(work) {
    const { db, now } = work
    const zones = await zonesOfDue(db, now, DEFAULT_TIME_ZONE)
    if (zones.length === 0) return 0
    const clocks = new Map(zones.map((zone) => [zone, clockIn(zone, now)]))
    const { rows: due } = await sql<{ id: string; zone: string }>`
      select t.id, z.zone
        from unnest(${zones}::text[], ${[...clocks.values()].map(({ local }) => local)}::text[]) as z (zone, local)
        join users u on coalesce(u.time_zone, ${DEFAULT_TIME_ZONE}) = z.zone
        join tasks t on t.user_id = u.id and t.remind_local <= z.local
       order by t.remind_local limit ${atOnce} for no key update of t skip locked
    `.execute(db)
    if (due.length === 0) return 0
    const zoneOf = new Map(due.map(({ id, zone }) => [id, zone]))
    const rows = await selectNamed(db)
      .select([...ofPlan, 't.user_id', 't.at', 't.open_on', 't.snoozed_on', 't.snoozed_to', 't.remind'])
      .select(['t.remind_local', 't.remind_on', isShown.as('is_shown'), assigneeOf.as('assignee')])
      .where('t.id', 'in', [...zoneOf.keys()])
      .execute()
    const helpers = await findReminded(
      db,
      rows.flatMap(({ pet_id }) => pet_id ?? []),
    )
    const next: { id: string; local: string | null; on: string | null }[] = []
    const notices = rows.flatMap((row) => {
      const { local, zone } = clocks.get(zoneOf.get(row.id)!)!
      const snooze = snoozeOf(row)
      const { open_on: openOn, remind, at, remind_on: on, remind_local: wanted } = row
      const reminder = nextReminder({ plan: planOf(row), openOn, snooze, remind, at }, local)
      next.push({ id: row.id, local: reminder?.local ?? null, on: reminder?.on ?? null })
      if (!row.is_shown || !on || !wanted || !openOn || on < openOn || isLate(wanted, local)) return []
      const { title, detail } = nameOf(row)
      const dueOn = dueOf(on, snooze)
      const dueAt = at ? instantAt(dueOn, minutesOf(at), zone) : null
      const due = (reader: Reader) =>
        dueAt ? timeFor(reader, dueAt, { zone, kind: 'in-person' }) : dayFor(reader, dueOn, zone)
      const notice = {
        type: 'task_reminder' as const,
        source: reminderSource(row.id, wanted),
        title: row.pet_name ? `${row.pet_name}: ${title}` : title,
        message: (reader: Reader) => `${detail ? `${detail}. ` : ''}Due ${due(reader)}.`,
        href: withRecord(todoPath, row.id),
      }
      const caregivers = helpers.filter(({ petId }) => petId !== null && petId === row.pet_id)
      const reminded = row.assignee
        ? [row.assignee.userId]
        : [row.user_id, ...caregivers.map(({ userId }) => userId)]
      // The owner writes these words, so what they can send a caregiver is limited.
      return reminded.map((userId) => ({
        ...notice,
        userId,
        ...(userId !== row.user_id && { causedBy: row.user_id }),
      }))
    })
    await sql`
      update tasks t set remind_local = n.local, remind_on = n.next_on
        from unnest(${next.map(({ id }) => id)}::uuid[], ${next.map(({ local }) => local)}::text[],
                    ${next.map(({ on }) => on)}::date[]) as n (id, local, next_on)
       where t.id = n.id
    `.execute(db)
    await notify(work, ...notices)
    return due.length
  },
})

/** Finds the caregivers who want the reminders of these pets' tasks. */
async function findReminded(db: Db, petIds: string[]): Promise<{ userId: string; petId: string | null }[]> {
  if (petIds.length === 0) return []
  const rows = await db
    .selectFrom('shared_pets')
    .select(['member_id', 'pet_id'])
    .where('pet_id', 'in', petIds)
    .where('wants_reminders', '=', true)
    .execute()
  return rows.map(({ member_id, pet_id }) => ({ userId: member_id!, petId: pet_id }))
}

/** Clocks are up to 14 hours ahead of UTC, so that nothing later can be due anywhere. */
async function zonesOfDue(db: Db, now: Date, otherwise: string): Promise<string[]> {
  const ahead = new Date(now.getTime() + 14 * HOUR)
  const latest = `${dayOf(ahead, 'UTC')} ${clockOf(minuteOf(ahead, 'UTC'))}`
  const rows = await db
    .selectFrom('tasks as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select((eb) => eb.fn.coalesce('u.time_zone', eb.val(otherwise)).as('zone'))
    .distinct()
    .where('t.remind_local', '<=', latest)
    .execute()
  return rows.map(({ zone }) => zone)
}

/** Whether a reminder is too late to be sent, after a long stop. */
function isLate(wanted: string, local: string): boolean {
  const hours = Number(wanted.slice(11, 13)) + lateHours
  const until =
    hours < 24
      ? `${wanted.slice(0, 10)} ${String(hours).padStart(2, '0')}${wanted.slice(13)}`
      : `${addDays(wanted.slice(0, 10), 1)} ${String(hours - 24).padStart(2, '0')}${wanted.slice(13)}`
  return local > until
}
