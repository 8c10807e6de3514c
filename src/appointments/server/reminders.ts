import { sql } from 'kysely'
import { cardPathFor } from '#/appointments/card-path.ts'
import type { Trades } from '#/appointments/trade.ts'
import { HOUR } from '#/kernel/duration.ts'
import { formatMoney } from '#/kernel/money.ts'
import type { Reader } from '#/kernel/reader-time.ts'
import type { Sweep } from '#/kernel/server/jobs.ts'
import { notify } from '#/notifications/server/index.ts'
import { asSeenBy } from './blocked.ts'
import { atHome } from './change-words.ts'
import { type NamedRow, named, petNames } from './kind.ts'
import { selectAppointments } from './queries.ts'
import { awaitsPayment, dueOf } from './show.ts'
import { momentOf, onWhen } from './when.ts'

/** Hours before the start. Each reminder may be sent until the next one is due. */
const reminders = [48, 24, 2] as const
const atOnce = 200

/**
 * Reminds both sides of a confirmed appointment, and the owner of an unpaid one, 48, 24 and 2 hours before.
 * Reminders that were due before the booking are skipped; a rescheduled appointment gets them again.
 */
export const remindOfAppointments = (trades: Trades): Sweep => ({
  name: 'remind-of-appointments',
  cron: '* * * * *',
  transactions: 'batches',
  async run(work) {
    const { db, now } = work
    let sent = 0
    for (const [index, hours] of reminders.entries()) {
      const next = reminders[index + 1] ?? 0
      const { rows: due } = await sql<{ id: string }>`
        insert into appointment_reminders (appointment_id, hours_before, starts_at, sent_at)
        select a.id, ${hours}::smallint, a.starts_at, ${now} from appointments a
        where a.status in ('pending', 'confirmed')
          and a.ends_at > ${now}
          -- An index serves ends; only stays last a day or longer, and have an index by their start.
          and (a.ends_at <= ${now}::timestamptz + ${hours + 24} * interval '1 hour'
            or (a.nights is not null and a.starts_at <= ${now}::timestamptz + ${hours} * interval '1 hour'))
          and a.starts_at <= ${now}::timestamptz + ${hours} * interval '1 hour'
          and a.starts_at > ${now}::timestamptz + ${next} * interval '1 hour'
          and (a.status = 'confirmed' or exists (
            select from payments p where p.appointment_id = a.id and p.completed_at is null))
          and coalesce((
            select max(c.changed_at) from appointment_changes c
            where c.appointment_id = a.id and c.moved_to is not null
          ), a.created_at) <= a.starts_at - ${hours} * interval '1 hour'
          and not exists (
            select from appointment_reminders r
            where r.appointment_id = a.id and r.hours_before = ${hours}::smallint and r.starts_at = a.starts_at)
        order by a.starts_at limit ${atOnce}
        on conflict do nothing
        returning appointment_id as id
      `.execute(db)
      if (due.length === 0) continue
      const rows = await selectAppointments(db)
        .where(
          'a.id',
          'in',
          due.map(({ id }) => id),
        )
        .execute()
      await notify(work, ...rows.flatMap((row) => noticesOf(named(trades, row), hours, now)))
      sent += due.length
    }
    return sent
  },
})

function noticesOf(row: NamedRow, hours: number, now: Date) {
  const pets = petNames(row)
  const what = row.kind.noun
  const notice = {
    type: 'appointment_reminder' as const,
    // Only the last one never waits; the others may be read long after they were written.
    title:
      hours === 2 ? `In 2 hours: ${what}` : (reader: Reader) => `Reminder: ${what} ${onWhen(row, reader)}`,
    source: `appointments.reminder:${row.id}:${hours}:${row.starts_at.toISOString()}`,
    metadata: { appointment_id: row.id },
    dueAt: dueOf(row, now),
  }
  const unpaid = awaitsPayment(row)
  const owner = {
    ...notice,
    userId: row.owner_user_id,
    message: (reader: Reader) =>
      `${pets ? `${pets}’s` : 'Your'} ${what} with ${row.provider_name} is ${onWhen(row, reader)}.${row.address === null ? '' : ` The ${row.kind.provider} will come to your home.`}${unpaid ? ` ${payText(row, reader, now)}` : ''}`,
    href: cardPathFor('owner', 'upcoming', row.id),
  }
  if (unpaid) return [owner]
  const seen = asSeenBy('provider', row)
  const seenPets = petNames(seen)
  return [
    owner,
    {
      ...notice,
      userId: row.provider_user_id,
      message: (reader: Reader) =>
        `${seen.owner_name || 'A pet owner'}’s ${what}${seenPets ? ` (${seenPets})` : ''} is ${onWhen(row, reader)}.${atHome(row)}`,
      href: cardPathFor('provider', 'upcoming', row.id),
    },
  ]
}

/** Announces an automatic charge, or says that the bank is announcing it. */
function payText(row: NamedRow, reader: Reader, now: Date): string {
  const money = formatMoney({ amount: row.payment_amount!, currency: row.currency })
  if (row.charge_at && row.charge_at <= now)
    return `We’ve asked your bank for ${money}, which can take more than a day.`
  return row.charge_at
    ? `We’ll charge ${money} automatically ${Math.round((row.starts_at.getTime() - row.charge_at.getTime()) / HOUR)} hours before.`
    : `Please pay ${money} by ${momentOf(row, reader, row.pay_by!)}.`
}
