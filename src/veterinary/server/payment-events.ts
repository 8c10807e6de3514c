import { destination, type Move } from '#/booking/rules.ts'
import { keepHold } from '#/booking/server/index.ts'
import { formatMoney } from '#/kernel/money.ts'
import type { Reader } from '#/kernel/reader-time.ts'
import { subscriber } from '#/kernel/server/jobs.ts'
import type { Work } from '#/kernel/server/work.ts'
import { notify } from '#/notifications/server/index.ts'
import type {
  PaymentFailed,
  PaymentLapsed,
  PaymentRefunded,
  PaymentSucceeded,
  RefundGranted,
  RefundReturned,
} from '#/payments/events.ts'
import { refundedInTime } from '#/payments/server/index.ts'
import { doctorName } from '../names.ts'
import { asSeenBy } from './blocked.ts'
import { movable, writeMove } from './move.ts'
import { type AppointmentRow, selectAppointments } from './queries.ts'
import { awaitsPayment } from './show.ts'
import { tellOwner } from './suspension.ts'
import { momentOf, whenOf } from './when.ts'

/** The appointment a payment is for, locked: always before the payment itself. */
function lockPaid(work: Work, paymentId: string): Promise<AppointmentRow | undefined> {
  return selectAppointments(work.db)
    .where('payment.id', '=', paymentId)
    .forNoKeyUpdate(['a'])
    .executeTakeFirst()
}

/** 'the teleconsultation with Dr. Meera Iyer on Tue, 3 Nov 2026, 10:00' */
const whatOf = (row: AppointmentRow, reader: Reader) =>
  `the teleconsultation with ${doctorName(row.vet_name)} on ${whenOf(row, reader)}`

async function moveBySystem(work: Work, row: AppointmentRow, move: Move): Promise<boolean> {
  const to = destination(move, 'system', movable(row), work.now)
  if (!to) return false
  await writeMove(work, row, { to, by: 'system', actorUserId: null, reason: null })
  return true
}

async function setPaymentStatus(
  { db, now }: Work,
  appointmentId: string,
  status: AppointmentRow['payment_status'],
): Promise<void> {
  await db
    .updateTable('veterinary_appointments')
    .set({ payment_status: status, updated_at: now })
    .where('id', '=', appointmentId)
    .execute()
}

/** What was known when it was cancelled is more by what a bank has given back since. */
async function noteRefunded({ db }: Work, appointmentId: string, paymentId: string): Promise<void> {
  const refunded = await refundedInTime(db, paymentId)
  await db
    .updateTable('veterinary_appointments')
    .set({ refund_amount: refunded })
    .where('id', '=', appointmentId)
    .execute()
}

/** What is paid is agreed. When its time was given away in the same moment, it is over, and the money goes back. */
export const confirmPaid = subscriber<PaymentSucceeded>(
  'payments.succeeded',
  'veterinary.confirm-paid',
  async (work, { paymentId }) => {
    const row = await lockPaid(work, paymentId)
    if (!row) return
    if (row.status === 'pending') {
      const held = row.hold_id !== null && (await keepHold(work.db, row.hold_id))
      await moveBySystem(work, row, held ? 'be_paid' : 'lapse')
      // The gateway's page stood open when the vet was suspended.
      if (held && row.vet_suspended) await tellOwner(work, row, 'paid')
    }
    // Also of what was cancelled meanwhile, so late that nothing goes back.
    if (awaitsPayment(row)) await setPaymentStatus(work, row.id, 'completed')
  },
)

/** What was not paid in time is over. */
export const endUnpaid = subscriber<PaymentLapsed>(
  'payments.lapsed',
  'veterinary.end-unpaid',
  async (work, { paymentId }) => {
    const row = await lockPaid(work, paymentId)
    if (row && row.payment_state !== 'completed') await moveBySystem(work, row, 'lapse')
  },
)

export const noteRefund = subscriber<PaymentRefunded>(
  'payments.refunded',
  'veterinary.note-refund',
  async (work, { paymentId, refundId, isLate, byDesk }) => {
    const row = await lockPaid(work, paymentId)
    if (!row) return
    if (row.payment_state === 'refunded' || row.payment_state === 'partially_refunded')
      await setPaymentStatus(work, row.id, row.payment_state)
    if (!isLate) await noteRefunded(work, row.id, paymentId)
    if (byDesk) return
    const { amount, currency } = await work.db
      .selectFrom('refunds')
      .select(['amount', 'currency'])
      .where('id', '=', refundId)
      .executeTakeFirstOrThrow()
    const money = formatMoney({ amount, currency })
    await notify(work, {
      type: 'payment_refunded',
      userId: row.owner_user_id,
      title: 'Money on its way back',
      message: (reader) =>
        `${isLate ? `Your payment came in when it was too late for ${whatOf(row, reader)}: ` : ''}${money} goes back to where it came from${isLate ? '' : `, for ${whatOf(row, reader)}`}. Banks take 5 to 7 working days, for UPI sometimes longer.`,
      source: `payments.refunded:${refundId}`,
      href: '/payments',
    })
  },
)

/** Tells both sides what an administrator refunded, and why. */
export const tellOfGrantedRefund = subscriber<RefundGranted>(
  'payments.refund_granted',
  'veterinary.tell-of-granted-refund',
  async (work, { paymentId, refundId }) => {
    const row = await lockPaid(work, paymentId)
    if (!row) return
    await noteRefunded(work, row.id, paymentId)
    const { amount, currency, reason } = await work.db
      .selectFrom('refunds')
      .select(['amount', 'currency', 'reason'])
      .where('id', '=', refundId)
      .executeTakeFirstOrThrow()
    const money = formatMoney({ amount, currency })
    const notice = {
      type: 'payment_refunded' as const,
      source: `payments.refund_granted:${refundId}`,
      metadata: { appointment_id: row.id },
    }
    await notify(
      work,
      {
        ...notice,
        userId: row.owner_user_id,
        title: 'Support refunded you',
        message: (reader) =>
          `${money} for ${whatOf(row, reader)} is on its way back to where it came from. Reason: ${reason}. Banks take 5 to 7 working days, for UPI sometimes longer.`,
        href: '/payments',
      },
      {
        ...notice,
        userId: row.vet_user_id,
        title: 'Support refunded an owner',
        message: (reader) =>
          `${asSeenBy('vet', row).owner_name || 'A pet owner'} gets back ${money} for the teleconsultation on ${whenOf(row, reader)}. It’s taken from what you’re owed. Reason: ${reason}. If you disagree, write to us under Help & Support.`,
        href: '/payments?tab=payouts',
      },
    )
  },
)

/** What was refunded is not, for now. Mostly the account it went back to is closed, which only its owner can know. */
export const noteReturn = subscriber<RefundReturned>(
  'payments.refund_returned',
  'veterinary.note-return',
  async (work, { paymentId, refundId }) => {
    const row = await lockPaid(work, paymentId)
    if (!row?.payment_state || row.payment_state === 'created') return
    await setPaymentStatus(work, row.id, row.payment_state)
    const { amount, currency } = await work.db
      .selectFrom('refunds')
      .select(['amount', 'currency'])
      .where('id', '=', refundId)
      .executeTakeFirstOrThrow()
    await notify(work, {
      type: 'payment_refunded',
      userId: row.owner_user_id,
      title: 'Your refund came back',
      message: (reader) =>
        `Your bank sent back ${formatMoney({ amount, currency })}, for ${whatOf(row, reader)}. We try again; if your account is closed, please write to us under Help & Support.`,
      source: `payments.refund_returned:${refundId}`,
      href: '/payments',
    })
  },
)

export const noteFailure = subscriber<PaymentFailed>(
  'payments.failed',
  'veterinary.note-failure',
  async (work, { paymentId, automatic }) => {
    const row = await lockPaid(work, paymentId)
    if (row?.status !== 'pending' || row.payment_state !== 'failed') return
    await setPaymentStatus(work, row.id, 'failed')
    // Whoever pays themselves sees it fail.
    if (!automatic) return
    const money = formatMoney({ amount: row.payment_amount!, currency: row.currency })
    await notify(work, {
      type: 'payment_failed',
      userId: row.owner_user_id,
      title: 'Please pay now',
      message: (reader) =>
        `We could not charge ${money} for ${whatOf(row, reader)}. Please pay by ${momentOf(row, reader, row.pay_by!)}; unpaid, the appointment expires.`,
      source: `payments.failed:${paymentId}:${row.pay_by!.toISOString()}`,
      metadata: { appointment_id: row.id },
      href: `/payment-failure?payment=${paymentId}`,
    })
  },
)
