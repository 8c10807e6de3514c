import { refundFor, refundForNights } from '#/appointments/refunds.ts'
import { type AppointmentStatus, claimHours, nightsLeft, type Side } from '#/appointments/rules.ts'
import { HOUR } from '#/kernel/duration.ts'
import type { Work } from '#/kernel/server/work.ts'
import { settleSession } from '#/packages/server/index.ts'
import { isPaid, payoutHoursAfter } from '#/payments/rules.ts'
import { closePayment, releasePayment } from '#/payments/server/index.ts'
import type { AppointmentRow } from './queries.ts'
import { refundStartOf } from './show.ts'

/** The reasons for refunds, for the payer's history. */
const reasons: Readonly<Partial<Record<AppointmentStatus, string>>> = {
  declined: 'It was declined',
  expired: 'It expired',
}

type Paying = Pick<
  AppointmentRow,
  | ('payment_state' | 'payment_amount' | 'refundable' | 'refunded' | 'is_disputed' | 'provider_barred')
  | ('refund_policy' | 'starts_at' | 'first_starts_at' | 'proposed_starts_at' | 'nights')
>

/** Returns what was paid, and what `by` would send back by cancelling now, in minor units: what `writeMove` then does. */
export function refundIfCancelled(row: Paying, by: Side, now: Date): { paid: number; refund: number } {
  if (row.payment_state === null || !isPaid(row.payment_state)) return { paid: 0, refund: 0 }
  const paid = row.refundable! - row.refunded
  // The bank has taken it back, and decides who gets it.
  if (row.is_disputed) return { paid, refund: 0 }
  const side = row.provider_barred && by === 'owner' ? 'system' : by
  const due = refundFor(row.payment_amount!, side, row.refund_policy, refundStartOf(row), now, row.nights)
  return { paid, refund: Math.max(0, Math.min(due, row.refundable!) - row.refunded) }
}

/**
 * Settles the payment after a move: refunds by the policy if the appointment won't take place, or by nights after
 * a claim about an early end, and releases the money to the provider if it did, or if the owner missed it. A session booked with a package goes back to it if money would
 * be refunded in full by its policy, and otherwise counts as used. Returns the refund of this move, in minor units.
 */
export async function settleMoney(
  work: Work,
  row: Pick<
    AppointmentRow,
    | ('payment_id' | 'session_id' | 'starts_at' | 'first_starts_at' | 'ends_at' | 'refund_policy')
    | ('absence_reported_at' | 'nights' | 'stopped_at' | 'time_zone')
  > & { proposed_starts_at?: Date | null },
  to: AppointmentStatus,
  by: Side,
): Promise<number> {
  if ((!row.payment_id && !row.session_id) || to === 'confirmed' || to === 'pending') return 0
  const payableFrom = new Date(row.ends_at.getTime() + payoutHoursAfter * HOUR)
  if (to === 'completed' || to === 'no_show') {
    // Until then the owner can make a claim or, after the provider's answer, write to Support.
    const objection = new Date(
      work.now.getTime() + (row.absence_reported_at ? payoutHoursAfter : claimHours) * HOUR,
    )
    const from = objection > payableFrom ? objection : payableFrom
    if (row.payment_id) await releasePayment(work, row.payment_id, from)
    if (row.session_id)
      await settleSession(work, row.session_id, { isBack: false, byOwner: false, payableFrom: from })
    return 0
  }
  if (row.session_id) {
    const isBack = refundFor(100, by, row.refund_policy, refundStartOf(row), work.now) === 100
    await settleSession(work, row.session_id, { isBack, byOwner: by === 'owner', payableFrom })
  }
  if (!row.payment_id) return 0
  const stay = {
    startsAt: row.starts_at,
    stoppedAt: row.stopped_at,
    nights: row.nights,
    timeZone: row.time_zone,
  }
  // However it is cancelled then, its owner pays for the nights that took place.
  const isEndedEarly = row.nights !== null && row.stopped_at !== null
  const { refund, keeps } = await closePayment(work, row.payment_id, {
    refund: (paid) =>
      isEndedEarly
        ? refundForNights(paid, nightsLeft(stay), row.nights!)
        : refundFor(paid, by, row.refund_policy, refundStartOf(row), work.now, row.nights),
    reason: reasons[to] ?? (by === 'owner' ? 'You cancelled it' : 'It was cancelled'),
  })
  // After a late cancellation the provider gets the rest, as if the owner had not come.
  if (keeps) await releasePayment(work, row.payment_id, payableFrom)
  return refund
}
