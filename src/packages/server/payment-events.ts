import { withRecord } from '#/kernel/linked-record.ts'
import { formatMoney } from '#/kernel/money.ts'
import { dayFor, timeFor } from '#/kernel/reader-time.ts'
import { asSentence } from '#/kernel/sentence.ts'
import { type Subscriber, subscriber } from '#/kernel/server/jobs.ts'
import type { Work } from '#/kernel/server/work.ts'
import { dayOf } from '#/kernel/time.ts'
import { dropOvertaken, notify } from '#/notifications/server/index.ts'
import { expiryOf } from '#/packages/rules.ts'
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
  takenByBankText,
  takenText,
} from '#/payments/money-back-text.ts'
import { isPaid, packageName } from '#/payments/rules.ts'
import { isAllRefunded, takenBy, takenInDashboard } from '#/payments/server/index.ts'
import { noteChange } from './changes.ts'
import { failedSource, lapse } from './lapse.ts'
import { lockPackageOf, type PackageRow } from './queries.ts'
import { endIfRefunded } from './refunded.ts'

export const nameOf = (row: Pick<PackageRow, 'title' | 'number'>) =>
  `“${row.title}” (${packageName(row.number)})`

/** The last day on which the package is valid. */
export const lastDayOf = (row: { expires_at: Date | null; time_zone: string }) =>
  dayOf(new Date(row.expires_at!.getTime() - 1), row.time_zone)

export const ownerOf = (row: PackageRow) =>
  row.owner_erased_at ? 'A former user' : row.known_owner_name || 'A pet owner'

/** Makes a paid package usable; its time begins now. */
const activatePaid = subscriber<PaymentSucceeded>(
  'payments.succeeded',
  'packages.activate-paid',
  async (work, { paymentId }) => {
    const { db, now } = work
    const row = await lockPackageOf(db, paymentId)
    if (row?.status !== 'unpaid') return
    const expiresAt = expiryOf(now, { validFor: row.valid_for, validUnit: row.valid_unit }, row.time_zone)
    await db
      .updateTable('packages')
      .set({ status: 'active', paid_at: now, expires_at: expiresAt })
      .where('id', '=', row.id)
      .execute()
    await noteChange(work, { packageId: row.id, what: 'paid', by: 'owner' })
    const paid = { ...row, expires_at: expiresAt }
    const notice = { type: 'package_bought' as const, source: `packages.paid:${row.id}` }
    await dropOvertaken(work.db, { userIds: [row.owner_user_id], sources: [failedSource(paymentId)] })
    await notify(
      work,
      {
        ...notice,
        userId: row.owner_user_id,
        title: 'Your package is ready',
        message: (reader) =>
          `You can book ${row.sessions} sessions with ${row.trainer_name} with ${nameOf(row)}, until ${dayFor(reader, lastDayOf(paid), row.time_zone)}.`,
        href: withRecord('/packages?tab=mine', row.id),
      },
      {
        ...notice,
        userId: row.provider_user_id,
        title: 'You sold a package',
        message: `${ownerOf(row)} bought ${nameOf(row)}: ${row.sessions} sessions for ${formatMoney({ amount: row.price, currency: row.currency })}. You’re paid session by session.`,
        href: withRecord('/packages?tab=sold', row.id),
        causedBy: row.owner_user_id,
      },
    )
    // The operator may have refunded it before we knew of the payment.
    const active = await lockPackageOf(db, paymentId)
    if (active) await endAndTell(work, active)
  },
)

/** Ends a package that was refunded in full, tells its trainer, and returns true if it did. */
async function endAndTell(work: Work, row: PackageRow): Promise<boolean> {
  const isOver = await endIfRefunded(work, row, { isByBank: false })
  if (isOver)
    await notify(work, {
      type: 'package_changed',
      source: `packages.refunded:${row.id}`,
      userId: row.provider_user_id,
      title: 'A package was refunded',
      href: withRecord('/packages?tab=sold', row.id),
      message: `${ownerOf(row)} is getting back the full price of ${nameOf(row)}, so the package has ended. ${takenText()}`,
    })
  return isOver
}

/**
 * Ends a package once the owner's bank has taken back all of its price that wasn't refunded, and tells both sides. If the bank
 * took back less, tells only the trainer.
 */
const endOfTakenBack = subscriber<DisputeLost>(
  'payments.dispute_lost',
  'packages.end-of-taken-back',
  async (work, { paymentId, disputeId }) => {
    const row = await lockPackageOf(work.db, paymentId)
    if (!row) return
    if (!(await endIfRefunded(work, row, { isByBank: true }))) {
      const amount = (await takenBy(work.db, 'payment_disputes', disputeId)).get(paymentId)
      if (amount)
        await notify(work, {
          type: 'payment_refunded',
          source: `payments.dispute_lost:${disputeId}`,
          userId: row.provider_user_id,
          title: bankTookTitle,
          href: withRecord('/packages?tab=sold', row.id),
          message: bankTookText({
            who: ownerOf(row),
            money: formatMoney({ amount, currency: row.currency }),
            what: nameOf(row),
          }),
        })
      return
    }
    const notice = { type: 'package_changed' as const, source: `packages.refunded:${row.id}` }
    await notify(
      work,
      {
        ...notice,
        userId: row.owner_user_id,
        href: withRecord('/packages?tab=mine', row.id),
        title: 'Your package has ended',
        message: `Your bank has returned ${row.refunded > 0 ? 'the rest of what you paid' : 'what you paid'} for ${nameOf(row)}, so the package has ended. Sessions that haven’t begun are cancelled.`,
      },
      {
        ...notice,
        userId: row.provider_user_id,
        href: withRecord('/packages?tab=sold', row.id),
        title: 'A package has ended',
        message: `${ownerOf(row)} disputed the payment for ${nameOf(row)}, and their bank has taken the money back, so the package has ended. ${takenByBankText}`,
      },
    )
  },
)

/** Tells an owner who may have left during the bank's decision that the payment failed. */
const tellOfFailed = subscriber<PaymentFailed>(
  'payments.failed',
  'packages.tell-of-failed-payment',
  async (work, { paymentId, attemptId, wasPending }) => {
    const row = await lockPackageOf(work.db, paymentId)
    const payBy = row?.pay_by
    if (!wasPending || row?.status !== 'unpaid' || row.payment_state !== 'failed') return
    if (!payBy || payBy <= work.now) return
    await notify(work, {
      type: 'payment_failed',
      userId: row.owner_user_id,
      title: 'Please pay now',
      message: (reader) =>
        `Your payment for ${nameOf(row)} didn’t go through. Please pay by ${timeFor(reader, payBy, { zone: row.time_zone, kind: 'moment' })}; otherwise the purchase lapses.`,
      source: `${failedSource(paymentId)}${attemptId}`,
      dueAt: payBy,
      href: `/payment-failure?payment=${paymentId}`,
    })
  },
)

const endUnpaid = subscriber<PaymentLapsed>(
  'payments.lapsed',
  'packages.end-unpaid',
  async (work, { paymentId }) => {
    const row = await lockPackageOf(work.db, paymentId)
    if (row && !isPaid(row.payment_state)) await lapse(work, row.id)
  },
)

async function refundOf({ db }: Work, refundId: string) {
  const { reason, paid_by_hand, ...money } = await db
    .selectFrom('refunds')
    .select(['amount', 'currency', 'reason', 'paid_by_hand'])
    .where('id', '=', refundId)
    .executeTakeFirstOrThrow()
  return { reason, byHand: paid_by_hand, money: formatMoney(money), currency: money.currency }
}

const noteRefund = subscriber<PaymentRefunded>(
  'payments.refunded',
  'packages.note-refund',
  async (work, { paymentId, refundId, isLate, byDesk }) => {
    const row = await lockPackageOf(work.db, paymentId)
    if (!row) return
    const isOver = await endAndTell(work, row)
    const source = `payments.refunded:${refundId}`
    if (byDesk) return
    const { money, byHand, currency } = await refundOf(work, refundId)
    const taken = (await takenInDashboard(work.db, refundId)).get(paymentId)
    if (taken && !isOver)
      await notify(work, {
        type: 'payment_refunded',
        source,
        userId: row.provider_user_id,
        href: withRecord('/payments?tab=payouts', paymentId),
        title: 'We refunded an owner',
        message: `${ownerOf(row)} is getting back ${formatMoney({ amount: taken, currency })} for ${nameOf(row)}. ${takenText()}`,
      })
    const ended = isOver || row.status === 'ended' ? ' The package has ended.' : ''
    await notify(work, {
      type: 'payment_refunded',
      source,
      userId: row.owner_user_id,
      href: withRecord('/payments?tab=history', paymentId),
      title: 'Refund on its way',
      message: byHand
        ? `We’ve sent ${money} for ${nameOf(row)} to you by bank transfer.${ended} Reference: ${byHand}.`
        : `${isLate ? `Your payment for ${nameOf(row)} arrived too late, so we’re sending ${money}` : `We’re sending ${money} for ${nameOf(row)}`} back to where it came from.${ended} ${refundTime}`,
    })
  },
)

/** Notifies both sides about an administrator's refund and its reason. */
const tellOfGrantedRefund = subscriber<RefundGranted>(
  'payments.refund_granted',
  'packages.tell-of-granted-refund',
  async (work, { paymentId, refundId }) => {
    const row = await lockPackageOf(work.db, paymentId)
    if (!row) return
    const { money, reason } = await refundOf(work, refundId)
    const ended = (await isAllRefunded(work.db, paymentId)) ? ' The package has ended.' : ''
    const notice = { type: 'payment_refunded' as const, source: `payments.refund_granted:${refundId}` }
    await notify(
      work,
      {
        ...notice,
        userId: row.owner_user_id,
        title: 'Support refunded you',
        message: `${money} for ${nameOf(row)} is on its way back to where it came from. Reason: ${asSentence(reason)}${ended} ${refundTime}`,
        href: withRecord('/payments?tab=history', paymentId),
      },
      {
        ...notice,
        userId: row.provider_user_id,
        title: 'Support refunded an owner',
        message: `${ownerOf(row)} is getting back ${money} for ${nameOf(row)}. ${takenText(reason)}`,
        href: withRecord('/payments?tab=payouts', paymentId),
      },
    )
  },
)

const noteReturn = subscriber<RefundReturned>(
  'payments.refund_returned',
  'packages.note-return',
  async (work, { paymentId, refundId, isStuck }) => {
    const row = await lockPackageOf(work.db, paymentId)
    if (!row) return
    const { money } = await refundOf(work, refundId)
    await notify(work, {
      type: 'payment_refunded',
      userId: row.owner_user_id,
      title: 'Your refund came back',
      message: `Your bank sent back ${money} for ${nameOf(row)}. ${afterReturnText({ isStuck })}`,
      source: `payments.refund_returned:${refundId}`,
      href: withRecord('/payments?tab=history', paymentId),
    })
  },
)

export const paymentSubscribers: Subscriber[] = [
  activatePaid,
  endUnpaid,
  tellOfFailed,
  endOfTakenBack,
  noteRefund,
  tellOfGrantedRefund,
  noteReturn,
]
