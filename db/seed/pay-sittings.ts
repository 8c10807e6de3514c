import { HOUR } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import { closeInSandbox, openAppointmentPayment, payInSandbox } from './sandbox.ts'

type Paid = { paymentId: string; endsAt: Date }

/** Pays for an agreed sitting in the sandbox. */
export async function paySitting(db: Db, appointmentId: string, paidAt: Date): Promise<Paid> {
  const paymentId = await openAppointmentPayment(db, appointmentId, {
    at: paidAt,
    description: (sitter) => `Pet sitting with ${sitter}`,
  })
  await payInSandbox(db, paymentId, { about: appointmentId, at: paidAt })
  const { ends_at: endsAt } = await db
    .selectFrom('appointments')
    .select('ends_at')
    .where('id', '=', appointmentId)
    .executeTakeFirstOrThrow()
  return { paymentId, endsAt }
}

/** Releases a sitting's money to the sitter, as if it had been done. */
export async function releaseSitting(db: Db, { paymentId, endsAt }: Paid): Promise<void> {
  const payableFrom = new Date(endsAt.getTime() + 48 * HOUR)
  await db.updateTable('payments').set({ payable_from: payableFrom }).where('id', '=', paymentId).execute()
}

/** Refunds a sitting that didn't take place in full. */
export const refundSitting = (db: Db, { paymentId }: Paid, at: Date): Promise<void> =>
  closeInSandbox(db, paymentId, { at, reason: 'You cancelled it' })
