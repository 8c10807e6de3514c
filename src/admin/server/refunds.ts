import { grantRefund } from '#/payments/server/index.ts'
import { writeDown } from './audit.ts'
import type { AdminWork } from './suspension.ts'

type Refund = { id: string; amount: number; reason: string; gateway: string }

/** The log line names the paid appointment, the amount and the reason. */
export async function refundAtDesk(work: AdminWork, { id, ...refund }: Refund): Promise<void> {
  const { appointmentId, currency } = await grantRefund(work, {
    ...refund,
    paymentId: id,
    adminId: work.admin.adminId,
  })
  await writeDown(work, {
    action: 'payment.refunded',
    subject: { kind: 'appointment', id: appointmentId },
    reason: refund.reason,
    after: { amount: refund.amount, currency },
  })
}
