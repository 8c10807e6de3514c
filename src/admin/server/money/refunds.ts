import type { Acted } from '#/admin/server/act.ts'
import type { Config } from '#/kernel/server/config.ts'
import type { Work } from '#/kernel/server/work.ts'
import { refundPackage } from '#/packages/server/index.ts'
import { grantRefund, payRefundByHand, retryRefund } from '#/payments/server/index.ts'

type Refund = {
  id: string
  partId?: string | null | undefined
  amount: number
  seen?: number | undefined
  reason: string
  adminId: string
}

/** The log's line names the paid appointment, package or order, the amount and the reason. */
export async function refundAtDesk(
  work: Work & { config: Pick<Config, 'PAYMENT_GATEWAY'> },
  { id, ...refund }: Refund,
): Promise<Acted> {
  const gateway = work.config.PAYMENT_GATEWAY
  const { currency, ...paidFor } = await refundPackage(work, { paymentId: id, reason: refund.reason }, () =>
    grantRefund(work, { ...refund, paymentId: id, gateway }),
  )
  return { ...subjectOf(paidFor), after: { amount: refund.amount, currency } }
}

export async function retryRefundAtDesk(work: Work, { id }: { id: string }): Promise<Acted> {
  const { amount, currency, ...payment } = await retryRefund(work, id)
  return { ...subjectOfPayment(payment), after: { amount, currency } }
}

export async function payRefundByHandAtDesk(
  work: Work,
  { id, reference }: { id: string; reference: string },
): Promise<Acted> {
  const { amount, currency, ...payment } = await payRefundByHand(work, { refundId: id, reference })
  return { ...subjectOfPayment(payment), after: { amount, currency, reference } }
}

type Ids<Name extends string> = Readonly<Record<Name, string | null>>

const subjectOfPayment = (payment: Ids<'appointment_id' | 'package_id' | 'order_id'>) =>
  subjectOf({
    appointmentId: payment.appointment_id,
    packageId: payment.package_id,
    orderId: payment.order_id,
  })

function subjectOf({ appointmentId, packageId, orderId }: Ids<'appointmentId' | 'packageId' | 'orderId'>) {
  if (appointmentId) return { subjectKind: 'appointment' as const, subjectId: appointmentId }
  if (packageId) return { subjectKind: 'package' as const, subjectId: packageId }
  return { subjectKind: 'order' as const, subjectId: orderId! }
}
