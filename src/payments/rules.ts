import * as z from 'zod'
import { HOUR, MINUTE } from '#/kernel/duration.ts'
import { leastPayment } from '#/kernel/money.ts'

export const currency = 'INR'

/** Says whether a gateway would take this amount. `max` is the operator's limit in rupees. */
export const isPayable = (amount: number, max: number) => amount >= leastPayment && amount <= max * 100

/** An appointment is charged automatically this long before it begins, where the bank needs no notice. */
export const chargeHoursBefore = 24

/** A gateway's rules for charging saved methods automatically. */
export type Charging = {
  /** Until the appointment begins: a day, and before it the time that the bank takes to tell the payer. */
  hoursBefore: number
  /** Larger amounts need the payer's consent each time; in minor units. */
  most: number | null
}

/** Charges any amount a day ahead. */
export const plainCharging: Charging = { hoursBefore: chargeHoursBefore, most: null }

/** Returns how many hours ahead an amount is charged automatically; null if its payer is asked to pay. */
export const chargeHoursOf = (charging: Charging | null, amount: number): number | null =>
  charging && (charging.most === null || amount <= charging.most) ? charging.hoursBefore : null

/** Whether the time for an automatic charge, and for cancelling free of charge, is over. */
export const isAtShortNotice = (startsAt: Date, at: Date) =>
  startsAt.getTime() - at.getTime() <= chargeHoursBefore * HOUR
/** An unpaid booking lapses this long before it begins. */
export const lapseHoursBefore = 23
/** Time to pay for an owner who books too late for the automatic charge. */
export const minutesToPay = 15
/** The same if a provider's answer comes first, because the owner isn't there at that moment. */
export const hoursToPayAgreed = 2
/**
 * A payment in progress keeps its slot for this long after that. The database's hold_has_lapsed has the same number.
 */
export const minutesToFinish = 10
/** A provider is paid out this long after the service, so that problems surface first. */
export const payoutHoursAfter = 48

export const gatewayNames = ['sandbox', 'stripe', 'razorpay'] as const
export type GatewayName = (typeof gatewayNames)[number]

/** In days: how long a gateway takes to list a payment among its movements. Razorpay lists it once it is settled. */
export const daysUntilListed: Readonly<Record<GatewayName, number>> = { sandbox: 0, stripe: 0, razorpay: 7 }

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

/** In characters; longer reasons don't fit on the receipt. */
export const longestRefundReason = 200

/** `failed`: will be retried; `closed`: the payer's bank had already taken the money back. */
export const refundStatuses = ['pending', 'succeeded', 'failed', 'closed'] as const
export type RefundStatus = (typeof refundStatuses)[number]

/** An hour apart. Then an administrator decides. */
export const mostRefundTries = 24
/** The failure of a refund whose gateway didn't answer for a day. Then an administrator decides, too. */
export const unanswered = 'unanswered'

/** `open`: not tried yet; `pending`: the bank hasn't answered. */
export const attemptStates = ['open', 'pending', 'succeeded', 'failed', 'closed'] as const
export type AttemptState = (typeof attemptStates)[number]

/** The only legal transitions. A payment changes only when the gateway reports on an attempt or a refund. */
const paymentTable: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  created: ['pending', 'completed', 'failed'],
  pending: ['completed', 'failed'],
  // A UPI payment may succeed days after it failed, and the payer may try again.
  failed: ['pending', 'completed'],
  completed: ['partially_refunded', 'refunded'],
  // The payer's bank may return a refund.
  partially_refunded: ['refunded', 'completed'],
  refunded: ['partially_refunded', 'completed'],
}

export function mayBecome(from: PaymentStatus, to: PaymentStatus): boolean {
  return paymentTable[from].includes(to)
}

/** The only legal transitions: anything may still turn out to be paid, and stays paid. */
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
  /** The time of the automatic charge; null if it is too late for one. */
  chargeAt: Date | null
  /** If unpaid by then, the booking lapses and its slot is released. */
  payBy: Date
}

/** `chargeHours`: null without an automatic charge. */
export function termsOf(
  startsAt: Date,
  bookedAt: Date,
  chargeHours: number | null = chargeHoursBefore,
): Terms {
  if (isAtShortNotice(startsAt, bookedAt))
    return { chargeAt: null, payBy: new Date(bookedAt.getTime() + minutesToPay * MINUTE) }
  const chargeAt = chargeHours === null ? null : new Date(startsAt.getTime() - chargeHours * HOUR)
  return {
    chargeAt: chargeAt && chargeAt > bookedAt ? chargeAt : null,
    payBy: new Date(startsAt.getTime() - lapseHoursBefore * HOUR),
  }
}

export const upiPattern = /^[a-zA-Z0-9._-]{2,256}@[a-zA-Z]{2,64}$/

/** 'ra***@okbank'. */
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

/** 'Visa •••• 4242', 'ra***@okbank', or 'UPI' if the gateway doesn't tell; accepts a masked `upiId` too. */
export function methodLabel({ methodType, cardBrand, cardLastFour, upiId }: Method): string {
  if (methodType === 'card') return `${cardBrand ?? 'Card'} •••• ${cardLastFour}`
  if (!upiId) return 'UPI'
  return upiId.includes('***@') ? upiId : maskUpi(upiId)
}

/** Returns the tax included in `amount`, in minor units. */
export const taxWithin = (amount: number, percent: number) => Math.round((amount * percent) / (100 + percent))

/** 'PK-000042': the reference of a package, as receipts and payouts name it. */
export const packageName = (number: string | number) => `PK-${String(number).padStart(6, '0')}`

/** 'OR-000042': the number of an order. */
export const orderName = (number: string | number) => `OR-${String(number).padStart(6, '0')}`

/** 'PF-000042'. */
export const receiptName = (number: string) => `PF-${number.padStart(6, '0')}`

/** The records of people who are paid through the marketplace for appointments, and for products. */
export const servingRecords = ['veterinary_doctor', 'pet_sitter', 'pet_trainer', 'pet_stylist'] as const
export const sellingRecords = ['pharmacist', 'supplier'] as const
