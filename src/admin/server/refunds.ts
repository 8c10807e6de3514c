import { refundPackage } from '#/packages/server/index.ts'
import { grantRefund, payRefundByHand, retryRefund } from '#/payments/server/index.ts'
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
    subject: subjectOf(appointmentId, packageId),
    reason: refund.reason,
    after: { amount: refund.amount, currency },
  })
}

export async function retryRefundAtDesk(work: AdminWork, { id }: { id: string }): Promise<void> {
  const { appointment_id, package_id, amount, currency } = await retryRefund(work, id)
  await writeDown(work, {
    action: 'refund.retried',
    subject: subjectOf(appointment_id, package_id),
    after: { amount, currency },
  })
}

export async function payRefundByHandAtDesk(
  work: AdminWork,
  { id, reference }: { id: string; reference: string },
): Promise<void> {
  const { appointment_id, package_id, amount, currency } = await payRefundByHand(work, {
    ...{ refundId: id, reference },
  })
  await writeDown(work, {
    action: 'refund.paid_by_hand',
    subject: subjectOf(appointment_id, package_id),
    after: { amount, currency, reference },
  })
}

const subjectOf = (appointmentId: string | null, packageId: string | null) =>
  appointmentId
    ? { kind: 'appointment' as const, id: appointmentId }
    : { kind: 'package' as const, id: packageId! }
