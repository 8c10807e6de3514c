import type { Work } from '#/kernel/server/work.ts'
import { dropOvertaken } from '#/notifications/server/index.ts'
import { closePayment } from '#/payments/server/index.ts'
import { noteChange } from './changes.ts'
import { lockPackage } from './queries.ts'

/** The prefix of the notification sources for failed payments of a package. */
export const failedSource = (paymentId: string) => `payments.failed:${paymentId}:`

/** Ends an unpaid purchase. Money that still arrives is refunded in full. */
export async function lapse(work: Work, packageId: string): Promise<void> {
  const row = await lockPackage(work.db, packageId)
  if (row?.status !== 'unpaid') return
  await work.db
    .updateTable('packages')
    .set({ status: 'lapsed', closed_at: work.now })
    .where('id', '=', packageId)
    .execute()
  await closePayment(work, row.payment_id, { refund: (paid) => paid, reason: 'It wasn’t paid in time' })
  await noteChange(work, { packageId, what: 'lapsed', by: 'system' })
  await dropOvertaken(work.db, { userIds: [row.owner_user_id], sources: [failedSource(row.payment_id)] })
}
