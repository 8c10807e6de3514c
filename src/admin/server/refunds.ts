import { refundPackage } from '#/packages/server/index.ts'
import { grantRefund, payRefundByHand, retryRefund } from '#/payments/server/index.ts'
import { writeDown } from './audit.ts'
import type { AdminWork } from './suspension.ts'

type Refund = {
  id: string
  partId?: string | null | undefined
  amount: number
  seen?: number | undefined
  reason: string
  gateway: string
}

/** The log line names the paid appointment or package, the amount and the reason. */
export async function refundAtDesk(work: AdminWork, { id, ...refund }: Refund): Promise<void> {
  const { appointmentId, packageId, orderId, currency } = await refundPackage(
    work,
    { paymentId: id, reason: refund.reason },
    () => grantRefund(work, { ...refund, paymentId: id, adminId: work.admin.adminId }),
  )
  await writeDown(work, {
    action: 'payment.refunded',
    subject: subjectOf({ appointmentId, packageId, orderId }),
    reason: refund.reason,
    after: { amount: refund.amount, currency },
  })
}

export async function retryRefundAtDesk(work: AdminWork, { id }: { id: string }): Promise<void> {
  const { amount, currency, ...payment } = await retryRefund(work, id)
  await writeDown(work, {
    action: 'refund.retried',
    subject: subjectOfPayment(payment),
    after: { amount, currency },
  })
}

export async function payRefundByHandAtDesk(
  work: AdminWork,
  { id, reference }: { id: string; reference: string },
): Promise<void> {
  const { amount, currency, ...payment } = await payRefundByHand(work, {
    refundId: id,
    reference,
  })
  await writeDown(work, {
    action: 'refund.paid_by_hand',
    subject: subjectOfPayment(payment),
    after: { amount, currency, reference },
  })
}

type Ids<Name extends string> = Readonly<Record<Name, string | null>>

const subjectOfPayment = (payment: Ids<'appointment_id' | 'package_id' | 'order_id'>) =>
  subjectOf({
    appointmentId: payment.appointment_id,
    packageId: payment.package_id,
    orderId: payment.order_id,
  })

function subjectOf({ appointmentId, packageId, orderId }: Ids<'appointmentId' | 'packageId' | 'orderId'>) {
  if (appointmentId) return { kind: 'appointment' as const, id: appointmentId }
  if (packageId) return { kind: 'package' as const, id: packageId }
  return { kind: 'order' as const, id: orderId! }
}
