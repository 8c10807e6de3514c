import * as z from 'zod'

const hour = 3_600_000
const minute = 60_000

/** The one currency there is for now. */
export const currency = 'INR'

/** What is charged by itself is charged so long before it begins. */
export const chargeHoursBefore = 24
/** Still unpaid so long before it begins, a booking that was made in good time is over. */
export const lapseHoursBefore = 23
/** Who books later than the automatic charge has this long to pay. */
export const minutesToPay = 15
/** A provider is paid out their part so long after the service, so that problems surface first. */
export const payoutHoursAfter = 48

export const paymentStatuses = [
  'created',
  'pending',
  'completed',
  'failed',
  'refunded',
  'partially_refunded',
] as const
export const paymentStatusSchema = /* @__PURE__ */ z.enum(paymentStatuses)
export type PaymentStatus = (typeof paymentStatuses)[number]

export const methodTypes = ['card', 'upi'] as const
export type MethodType = (typeof methodTypes)[number]

/** A refund as its payer sees it. `failed`: it is tried again; `closed`: the payer’s bank had taken the money itself. */
/** Why money went back, in characters: it has its place on the receipt. */
export const longestRefundReason = 200

export const refundStatuses = ['pending', 'succeeded', 'failed', 'closed'] as const
export type RefundStatus = (typeof refundStatuses)[number]

/** What a gateway can say of an attempt. `open`: nobody has tried yet; `pending`: a bank has not answered. */
export const attemptStates = ['open', 'pending', 'succeeded', 'failed', 'closed'] as const
export type AttemptState = (typeof attemptStates)[number]

/** The only legal moves of a payment. It moves by what the gateway says of an attempt, or of a refund. */
const paymentTable: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  created: ['pending', 'completed', 'failed'],
  pending: ['completed', 'failed'],
  // A payment by UPI may turn good days after it failed; and who failed may try again.
  failed: ['pending', 'completed'],
  completed: ['partially_refunded', 'refunded'],
  // A refund that was sent may come back.
  partially_refunded: ['refunded', 'completed'],
  refunded: ['partially_refunded', 'completed'],
}

export function mayBecome(from: PaymentStatus, to: PaymentStatus): boolean {
  return paymentTable[from].includes(to)
}

/** The only legal moves of an attempt. What was paid stays paid; all else may still turn out to be. */
const attemptTable: Readonly<Record<AttemptState, readonly AttemptState[]>> = {
  open: ['pending', 'succeeded', 'failed', 'closed'],
  pending: ['succeeded', 'failed', 'closed'],
  failed: ['succeeded'],
  closed: ['succeeded'],
  succeeded: [],
}

export function attemptMayBecome(from: AttemptState, to: AttemptState): boolean {
  return attemptTable[from].includes(to)
}

export const isPaid = (status: PaymentStatus): boolean =>
  status === 'completed' || status === 'refunded' || status === 'partially_refunded'

export type Terms = {
  /** When it is charged by itself; null when it is too late for that. */
  chargeAt: Date | null
  /** Unpaid then, the booking is over and its time free. */
  payBy: Date
}

/** When what is booked at `bookedAt` for `startsAt` is paid. */
export function termsOf(startsAt: Date, bookedAt: Date): Terms {
  const chargeAt = new Date(startsAt.getTime() - chargeHoursBefore * hour)
  if (chargeAt <= bookedAt)
    return { chargeAt: null, payBy: new Date(bookedAt.getTime() + minutesToPay * minute) }
  return { chargeAt, payBy: new Date(startsAt.getTime() - lapseHoursBefore * hour) }
}

export const upiPattern = /^[a-zA-Z0-9._-]{2,256}@[a-zA-Z]{2,64}$/

/** 'ra***@okbank': enough to know it by. */
export function maskUpi(upiId: string): string {
  const [name = '', bank = ''] = upiId.split('@')
  return `${name.slice(0, 2)}***@${bank}`
}

type Method = {
  methodType: MethodType
  cardBrand: string | null
  cardLastFour: string | null
  upiId: string | null
}

/** 'Visa •••• 4242' or 'ra***@okbank', whose `upiId` may be masked already. */
export function methodLabel({ methodType, cardBrand, cardLastFour, upiId }: Method): string {
  if (methodType === 'card') return `${cardBrand ?? 'Card'} •••• ${cardLastFour}`
  return upiId?.includes('***@') ? upiId : maskUpi(upiId ?? '')
}

/** What of `amount`, which includes it, is tax, in minor units. */
export const taxWithin = (amount: number, percent: number) => Math.round((amount * percent) / (100 + percent))

/** 'PF-000042': the number of a receipt as it is printed. */
export const receiptName = (number: string) => `PF-${number.padStart(6, '0')}`
