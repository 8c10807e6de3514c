import { sql } from 'kysely'
import type { AppointmentStatus, Side } from '#/booking/rules.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { tellBothSides } from '#/veterinary/server/subscribers.ts'

/** A change of an appointment, and when it was. */
export type Happened = { appointmentId: string; to: AppointmentStatus; by: Side; at: Date }

/**
 * Tells both sides what happened, as the app would have at the time, but nobody by mail. What is older than a day and a
 * half has been read.
 */
export async function tellOf(db: Db, happened: readonly Happened[], now: Date): Promise<void> {
  const announce = async () => undefined
  for (const { at, ...change } of happened.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    await tellBothSides.handle({ db, now: at, announce }, { ...change, changeId: newId() })
  await sql`
    insert into user_notification_reads (user_id, notification_id, read_at)
    select user_id, id, created_at + interval '1 hour' from notifications
     where created_at < ${now}::timestamptz - interval '36 hours'
  `.execute(db)
}
