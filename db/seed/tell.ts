import { sql } from 'kysely'
import { trades } from '#/app/trades.ts'
import type { AppointmentStatus, Side } from '#/appointments/rules.ts'
import { noteChange } from '#/appointments/server/history.ts'
import { tellBothSides } from '#/appointments/server/subscribers.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'

/** A change of an appointment. `isOld`: too long ago for a notification. */
export type Happened = {
  appointmentId: string
  to: AppointmentStatus
  by: Side
  at: Date
  isOld?: boolean
}

const inOrder = (happened: readonly Happened[]) =>
  happened.toSorted((a, b) => a.at.getTime() - b.at.getTime())

/** Writes each appointment's history as the app would have. */
export async function keepHistory(db: Db, happened: readonly Happened[]): Promise<void> {
  const people = await db
    .selectFrom('appointments as a')
    .innerJoin('pet_owners as o', 'o.id', 'a.pet_owner_id')
    .select(['a.id', 'o.user_id as owner', 'a.provider_user_id as provider'])
    .execute()
  const last = new Map<string, AppointmentStatus>()
  for (const { appointmentId, to, by, at } of inOrder(happened)) {
    const sides = people.find(({ id }) => id === appointmentId)
    await noteChange(db, {
      id: newId(),
      appointmentId,
      at,
      from: last.get(appointmentId) ?? null,
      to,
      actorUserId: by === 'owner' || by === 'provider' ? sides![by] : null,
    })
    last.set(appointmentId, to)
  }
}

/** Notifies both sides as the app would have, but without mail. Notifications older than a day and a half are read. */
export async function tellOf(db: Db, happened: readonly Happened[], now: Date): Promise<void> {
  const announce = async () => undefined
  for (const { at, isOld, ...change } of inOrder(happened))
    if (!isOld)
      await tellBothSides(trades).handle({ db, now: at, announce }, { ...change, changeId: newId() })
  await sql`
    insert into user_notification_reads (user_id, notification_id, read_at)
    select user_id, id, created_at + interval '1 hour' from notifications
     where created_at < ${now}::timestamptz - interval '36 hours'
  `.execute(db)
}
