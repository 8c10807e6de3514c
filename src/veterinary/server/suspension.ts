import type { AccountSuspended, SuspensionLifted } from '#/accounts/events.ts'
import type { Reader } from '#/kernel/reader-time.ts'
import { subscriber } from '#/kernel/server/jobs.ts'
import type { Work } from '#/kernel/server/work.ts'
import { notify } from '#/notifications/server/index.ts'
import { isPaid, type PaymentStatus } from '#/payments/rules.ts'
import type { VerificationChanged } from '#/verification/events.ts'
import { doctorName } from '../names.ts'
import { type AppointmentRow, selectAppointments } from './queries.ts'
import { momentOf, whenOf } from './when.ts'

/** Open appointments of a vet that are to come, or are paid and wait for their end. */
async function findOpen({ db, now }: Work, vetUserId: string): Promise<AppointmentRow[]> {
  const rows = await selectAppointments(db)
    .where('vet.user_id', '=', vetUserId)
    .where('a.status', 'in', ['pending', 'confirmed'])
    .execute()
  return rows.filter((row) => row.ends_at > now || isPaidFor(row))
}

const isPaidFor = (row: AppointmentRow) =>
  row.payment_state !== null && isPaid(row.payment_state as PaymentStatus)

/** Tells owners that their vet is suspended, and what they can do about it. */
async function tellOwners(work: Work, vetUserId: string, at: string): Promise<void> {
  for (const row of await findOpen(work, vetUserId)) if (row.vet_suspended) await tellOwner(work, row, at)
}

/** The same to the owner of one appointment. It comes once for each `occasion`. */
export async function tellOwner(work: Work, row: AppointmentRow, occasion: string): Promise<void> {
  const what = (reader: Reader) =>
    `your appointment with ${doctorName(row.vet_name)} on ${whenOf(row, reader)}`
  const money = isPaidFor(row)
    ? 'You can take a full refund at any time under Appointments; until then the vet isn’t paid.'
    : row.payment_id
      ? 'Nothing is charged meanwhile. You can cancel it under Appointments.'
      : 'You can cancel it under Appointments.'
  await notify(work, {
    type: 'appointment_cancelled',
    userId: row.owner_user_id,
    title: 'Your vet may not be able to see you',
    message: (reader) =>
      `The account of your vet is suspended, so ${what(reader)} may not take place. ${money}`,
    source: `veterinary.vet_suspended:${row.id}:${occasion}`,
    metadata: { appointment_id: row.id },
    href: '/appointments?side=bookings&tab=upcoming',
  })
}

/** A whole account: as a vet their owners are told, as an owner they are told themselves that nothing is charged. */
export const tellOfSuspended = subscriber<AccountSuspended>(
  'accounts.suspended',
  'veterinary.tell-of-suspended',
  async (work, { userId, at }) => {
    await tellOwners(work, userId, at)
    const unpaid = await selectAppointments(work.db)
      .where('owner_user.id', '=', userId)
      .where('a.status', '=', 'pending')
      .where('charge.due_at', 'is not', null)
      .execute()
    for (const row of unpaid)
      await notify(work, {
        type: 'payment_failed',
        userId,
        title: 'Automatic payment paused',
        message: (reader) =>
          `While your account is suspended we charge nothing for your appointment with ${doctorName(row.vet_name)} on ${whenOf(row, reader)}. If it isn’t paid by ${momentOf(row, reader, row.pay_by!)}, the slot is released.`,
        source: `veterinary.payer_suspended:${row.id}:${at}`,
        metadata: { appointment_id: row.id },
        href: '/payments',
      })
  },
)

/** One record, by a decision of the desk. */
export const tellOfSuspendedRecord = subscriber<VerificationChanged>(
  'verification.changed',
  'veterinary.tell-of-suspended-record',
  async (work, { record, userId, to, at }) => {
    if (record === 'veterinary_doctor' && to === 'suspended') await tellOwners(work, userId, at)
  },
)

/** The vet is back: what was not cancelled meanwhile stands. */
export const resumeVisits = subscriber<SuspensionLifted>(
  'accounts.suspension_lifted',
  'veterinary.resume-visits',
  async (work, { userId, at }) => {
    for (const row of await findOpen(work, userId)) {
      if (row.vet_suspended || row.ends_at <= work.now) continue
      await notify(work, {
        type: 'appointment_confirmed',
        userId: row.owner_user_id,
        title: 'Your vet is back',
        message: (reader) =>
          `${doctorName(row.vet_name)} can see you again: your appointment on ${whenOf(row, reader)} stands.`,
        source: `veterinary.vet_back:${row.id}:${at}`,
        metadata: { appointment_id: row.id },
        href: '/appointments?side=bookings&tab=upcoming',
      })
    }
  },
)
