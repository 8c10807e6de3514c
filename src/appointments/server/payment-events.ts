import { isBlocking } from '#/appointments/rules.ts'
import type { Trades } from '#/appointments/trade.ts'
import { keepHold } from '#/booking/server/index.ts'
import { withRecord } from '#/kernel/linked-record.ts'
import { formatMoney } from '#/kernel/money.ts'
import type { Reader } from '#/kernel/reader-time.ts'
import { asSentence } from '#/kernel/sentence.ts'
import { type Subscriber, subscriber } from '#/kernel/server/jobs.ts'
import type { Work } from '#/kernel/server/work.ts'
import { notify } from '#/notifications/server/index.ts'
import type { PackageRefunded } from '#/packages/events.ts'
import type {
  DisputeLost,
  PaymentFailed,
  PaymentLapsed,
  PaymentRefunded,
  PaymentSucceeded,
  RefundGranted,
  RefundReturned,
} from '#/payments/events.ts'
import {
  afterReturnText,
  bankTookText,
  bankTookTitle,
  refundTime,
  takenText,
} from '#/payments/money-back-text.ts'
import { isPaid } from '#/payments/rules.ts'
import { closePayment, lockPayment, takenBy, takenInDashboard } from '#/payments/server/index.ts'
import { asSeenBy } from './blocked.ts'
import { type NamedRow, named } from './kind.ts'
import { moveBySystem } from './lapse.ts'
import { selectAppointments } from './queries.ts'
import { tellOwner } from './suspension.ts'
import { momentOf, onWhen } from './when.ts'

/** Locks the appointment of a payment. It is always locked before the payment itself. */
async function lockPaid(work: Work, trades: Trades, paymentId: string): Promise<NamedRow | undefined> {
  const row = await selectAppointments(work.db)
    .where('payment.id', '=', paymentId)
    .forNoKeyUpdate(['a'])
    .executeTakeFirst()
  return row && named(trades, row)
}

const whatOf = (row: NamedRow, reader: Reader) =>
  `the ${row.kind.noun} with ${row.provider_name} ${onWhen(row, reader)}`

/** Confirms a paid appointment. */
const confirmPaid = (trades: Trades) =>
  subscriber<PaymentSucceeded>(
    'payments.succeeded',
    'appointments.confirm-paid',
    async (work, { paymentId }) => {
      const row = await lockPaid(work, trades, paymentId)
      if (!row) return
      if (row.status === 'pending') {
        await keepHold(work.db, row.id)
        await moveBySystem(work, row, 'be_paid')
        // The provider was suspended while the gateway's page was open.
        if (row.provider_barred) await tellOwner(work, row, 'paid')
      } else if (row.status === 'confirmed') await keepHold(work.db, row.id)
    },
  )

const endUnpaid = (trades: Trades) =>
  subscriber<PaymentLapsed>('payments.lapsed', 'appointments.end-unpaid', async (work, { paymentId }) => {
    const row = await lockPaid(work, trades, paymentId)
    // A payment that succeeds at this moment confirms the appointment instead.
    const payment = row && (await lockPayment(work.db, paymentId))
    if (!row || !payment || isPaid(payment.status)) return
    if (isBlocking(row.status)) await moveBySystem(work, row, 'lapse')
    // It's over, so nobody pays any more; left open, the payment would be looked at every minute.
    else await closePayment(work, paymentId, { refund: (paid) => paid, reason: 'It wasn’t paid in time' })
  })

/** Cancels sessions that haven't begun of a package that was refunded in full. */
const cancelOfRefunded = subscriber<PackageRefunded>(
  'packages.refunded',
  'appointments.cancel-of-refunded',
  async (work, { packageId }) => {
    const rows = await selectAppointments(work.db)
      .where('package.id', '=', packageId)
      .where('session.state', '=', 'booked')
      .orderBy('a.id')
      .forNoKeyUpdate(['a'])
      .execute()
    for (const row of rows) await moveBySystem(work, row, 'lose_package', 'Its package was refunded in full')
  },
)

const noteRefund = (trades: Trades) =>
  subscriber<PaymentRefunded>(
    'payments.refunded',
    'appointments.note-refund',
    async (work, { paymentId, refundId, isLate, byDesk }) => {
      const row = await lockPaid(work, trades, paymentId)
      if (!row || byDesk) return
      const { amount, currency, paid_by_hand } = await work.db
        .selectFrom('refunds')
        .select(['amount', 'currency', 'paid_by_hand'])
        .where('id', '=', refundId)
        .executeTakeFirstOrThrow()
      const money = formatMoney({ amount, currency })
      await notify(work, {
        type: 'payment_refunded',
        userId: row.owner_user_id,
        title: 'Refund on its way',
        message: (reader) =>
          paid_by_hand
            ? `We’ve sent ${money} for ${whatOf(row, reader)} to you by bank transfer. Reference: ${paid_by_hand}.`
            : `${isLate ? `Your payment for ${whatOf(row, reader)} arrived too late, so we’re sending ${money}` : `We’re sending ${money} for ${whatOf(row, reader)}`} back to where it came from. ${refundTime}`,
        source: `payments.refunded:${refundId}`,
        href: withRecord('/payments?tab=history', paymentId),
      })
      const taken = (await takenInDashboard(work.db, refundId)).get(paymentId)
      if (taken)
        await notify(work, {
          type: 'payment_refunded',
          userId: row.provider_user_id,
          title: 'We refunded an owner',
          message: (reader) =>
            `${asSeenBy('provider', row).owner_name || 'A pet owner'} is getting back ${formatMoney({ amount: taken, currency })} for the ${row.kind.noun} ${onWhen(row, reader)}. ${takenText()}`,
          source: `payments.refunded:${refundId}`,
          metadata: { appointment_id: row.id },
          href: withRecord('/payments?tab=payouts', paymentId),
        })
    },
  )

/** Notifies both sides about an administrator's refund and its reason. */
const tellOfGrantedRefund = (trades: Trades) =>
  subscriber<RefundGranted>(
    'payments.refund_granted',
    'appointments.tell-of-granted-refund',
    async (work, { paymentId, refundId }) => {
      const row = await lockPaid(work, trades, paymentId)
      if (!row) return
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
            `${money} for ${whatOf(row, reader)} is on its way back to where it came from. Reason: ${asSentence(reason)} ${refundTime}`,
          href: withRecord('/payments?tab=history', paymentId),
        },
        {
          ...notice,
          userId: row.provider_user_id,
          title: 'Support refunded an owner',
          message: (reader) =>
            `${asSeenBy('provider', row).owner_name || 'A pet owner'} is getting back ${money} for the ${row.kind.noun} ${onWhen(row, reader)}. ${takenText(reason)}`,
          href: withRecord('/payments?tab=payouts', paymentId),
        },
      )
    },
  )

/** Notifies the owner about a returned refund. Usually their account is closed, which only they can know. */
const noteReturn = (trades: Trades) =>
  subscriber<RefundReturned>(
    'payments.refund_returned',
    'appointments.note-return',
    async (work, { paymentId, refundId, isStuck }) => {
      const row = await lockPaid(work, trades, paymentId)
      if (!row?.payment_state) return
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
          `Your bank sent back ${formatMoney({ amount, currency })} for ${whatOf(row, reader)}. ${afterReturnText({ isStuck })}`,
        source: `payments.refund_returned:${refundId}`,
        href: withRecord('/payments?tab=history', paymentId),
      })
    },
  )

/** Notifies the provider when an owner's bank has taken back money that they bear. */
const tellOfLostDispute = (trades: Trades) =>
  subscriber<DisputeLost>(
    'payments.dispute_lost',
    'appointments.tell-of-lost-dispute',
    async (work, { paymentId, disputeId }) => {
      const row = await lockPaid(work, trades, paymentId)
      const amount = row && (await takenBy(work.db, 'payment_disputes', disputeId)).get(paymentId)
      if (!row || !amount) return
      await notify(work, {
        type: 'payment_refunded',
        userId: row.provider_user_id,
        title: bankTookTitle,
        message: (reader) =>
          bankTookText({
            who: asSeenBy('provider', row).owner_name || 'A pet owner',
            money: formatMoney({ amount, currency: row.currency }),
            what: `the ${row.kind.noun} ${onWhen(row, reader)}`,
          }),
        source: `payments.dispute_lost:${disputeId}`,
        metadata: { appointment_id: row.id },
        href: withRecord('/payments?tab=payouts', paymentId),
      })
    },
  )

const noteFailure = (trades: Trades) =>
  subscriber<PaymentFailed>(
    'payments.failed',
    'appointments.note-failure',
    async (work, { paymentId, attemptId, automatic, wasPending }) => {
      const row = await lockPaid(work, trades, paymentId)
      if (!row || !isBlocking(row.status) || row.payment_state !== 'failed') return
      // People who pay by hand see the failure, unless they left while the bank was deciding.
      if (!automatic && (!wasPending || row.pay_by! <= work.now)) return
      const money = formatMoney({ amount: row.payment_amount!, currency: row.currency })
      await notify(work, {
        type: 'payment_failed',
        userId: row.owner_user_id,
        title: 'Please pay now',
        message: (reader) =>
          `${automatic ? `We couldn’t charge ${money} for ${whatOf(row, reader)}` : `Your payment of ${money} for ${whatOf(row, reader)} didn’t go through`}. Please pay by ${momentOf(row, reader, row.pay_by!)}; otherwise the appointment expires.`,
        source: `payments.failed:${paymentId}:${automatic ? row.pay_by!.toISOString() : attemptId}`,
        dueAt: row.pay_by!,
        metadata: { appointment_id: row.id },
        href: `/payment-failure?payment=${paymentId}`,
      })
    },
  )

export const paymentSubscribers = (trades: Trades): Subscriber[] => [
  confirmPaid(trades),
  endUnpaid(trades),
  cancelOfRefunded,
  noteRefund(trades),
  tellOfGrantedRefund(trades),
  noteReturn(trades),
  tellOfLostDispute(trades),
  noteFailure(trades),
]
