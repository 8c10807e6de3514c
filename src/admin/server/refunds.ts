import { refundPackage } from '#/packages/server/index.ts'
import { grantRefund } from '#/payments/server/index.ts'
import { writeDown } from './audit.ts'
import type { AdminWork } from './suspension.ts'

type Refund = { id: string; amount: number; reason: string; gateway: string }

/** The log line names the paid appointment or package, the amount and the reason. */
export async function refundAtDesk(work: AdminWork, { id, ...refund }: Refund): Promise<void> {
  const { appointmentId, packageId, currency } = await refundPackage(
    work,
    { paymentId: id, reason: refund.reason },
    () => grantRefund(work, { ...refund, paymentId: id, adminId: work.admin.adminId }),
  )
  await writeDown(work, {
    action: 'payment.refunded',
    subject: appointmentId ? { kind: 'appointment', id: appointmentId } : { kind: 'package', id: packageId! },
    reason: refund.reason,
    after: { amount: refund.amount, currency },
  })
}
