import { formatMoney } from '#/kernel/money.ts'
import { clockOf, formatDay, minuteOf } from '#/kernel/time.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { cartText } from '#/shop/cart-text.ts'
import type { PartStatus } from '#/shop/order-states.ts'
import type { Checkout } from '#/shop/orders.ts'
import type { ReturnKind } from '#/shop/returns.ts'
import { mostReservedUnconfirmed } from '#/shop/rules.ts'

type Line = Checkout['sellers'][number]['lines'][number]

export const statusText: Readonly<Record<PartStatus, string>> = {
  awaiting_prescription: 'Prescription being checked',
  awaiting_payment: 'Not paid yet',
  placed: 'Placed',
  packed: 'Packed',
  shipped: 'On its way',
  not_arrived: 'Reported missing',
  delivered: 'Delivered',
  completed: 'Completed',
  cancelled: 'Cancelled',
  return_asked: 'Return requested',
  return_approved: 'Return approved',
  return_refused: 'Return refused',
  return_sent: 'Sent back',
  return_missing: 'Return reported missing',
  returned: 'Returned',
}

/** The chip's colour, named after the status of an appointment. */
export const statusTone: Readonly<Record<PartStatus, string>> = {
  awaiting_prescription: 'pending',
  awaiting_payment: 'pending',
  placed: 'confirmed',
  packed: 'confirmed',
  shipped: 'confirmed',
  not_arrived: 'pending',
  delivered: 'completed',
  completed: 'completed',
  cancelled: 'cancelled',
  return_asked: 'pending',
  return_approved: 'pending',
  return_refused: 'declined',
  return_sent: 'pending',
  return_missing: 'pending',
  returned: 'cancelled',
}

export const returnText: Readonly<Record<ReturnKind, string>> = {
  unopened: 'I don’t want it, and it’s unopened',
  damaged: 'It arrived damaged',
  wrong: 'It isn’t what I ordered',
}

/** Says why a coupon doesn’t count for the cart. */
export function couponProblemText({
  kind,
  minimum,
  day,
}: NonNullable<NonNullable<Checkout['coupon']>['problem']>): string {
  switch (kind) {
    case 'unknown':
      return 'We don’t know this code. Please compare it.'
    case 'one_only':
      return 'An order can have one coupon. Please enter one code.'
    case 'not_yet':
      return `This coupon can be used from ${day && formatDay(day)}.`
    case 'expired':
      return `This coupon could be used until ${day && formatDay(day)}.`
    case 'used_up':
      return 'This coupon has been used up.'
    case 'used_by_you':
      return 'You’ve used this coupon already.'
    case 'minimum':
      return minimum && minimum.amount > 0
        ? `The products that this coupon counts for must cost ${formatMoney(minimum)} or more.`
        : 'The products that this coupon counts for cost too little.'
    case 'nothing':
      return 'This coupon doesn’t count for anything in your cart.'
    case 'cash':
      return 'Coupons don’t count for cash on delivery. To use it, pay by UPI or card.'
    case 'unconfirmed':
      return 'Confirm your email address or phone number to use this coupon.'
    case 'too_many_tries':
      return 'Too many wrong codes. Please try again in an hour.'
  }
}

/** Says until when the products of a checkout are reserved; null if none is. */
export function keptText({ sellers, reservedUntil }: Pick<Checkout, 'sellers' | 'reservedUntil'>) {
  if (!reservedUntil) return null
  const isAll = sellers.every(({ lines }) => lines.every((line) => line.quantity === 0 || !line.notReserved))
  const until = clockOf(minuteOf(reservedUntil, ownZone()))
  return `We keep ${isAll ? 'these' : 'the other'} products for you until ${until}.`
}

/** Says why others can buy a line meanwhile. */
export const notReservedText: Readonly<Record<NonNullable<Line['notReserved']>, string>> = {
  rest: 'We can’t keep this for you right now, so others can buy it too.',
  unconfirmed: `Until you confirm your email or phone number, we can only keep ${mostReservedUnconfirmed} items for you, so others can buy this one too.`,
}

/** Says why a line can’t be ordered, or what has changed. */
export function problemText({ problem, price }: Pick<Line, 'problem' | 'price'>, pin: string): string | null {
  switch (problem?.kind) {
    case 'few':
      return problem.left
        ? `Only ${problem.left} left, so we’ve changed your order to ${problem.left}.`
        : 'Out of stock.'
    case 'unconfirmed':
      return problem.left
        ? `We’ve changed your order to ${problem.left}. Confirm your email or phone number under Edit profile to order more.`
        : 'Reserved for others at the moment. Confirm your email or phone number under Edit profile to order it, or try again later.'
    case 'gone':
    case 'cart':
      return 'No longer sold.'
    case 'best_before':
      return 'Past its best-before date, so it can’t be sold.'
    case 'closed':
      return cartText['shop.closed_to_you']
    case 'seller':
      return 'This seller can’t sell at the moment.'
    case 'pin':
      return `Not delivered to ${pin}.`
    case 'prescription':
      return 'Needs a prescription. It stays in your cart.'
    case 'other_pet':
      return 'This prescription is for another pet.'
    case 'expired':
      return 'This prescription is no longer valid.'
    case 'refills':
      return 'This prescription has no refills left for this medicine.'
    case 'price':
      return `The price has changed. It’s now ${formatMoney(price)}.`
    case 'own':
      return 'You can’t order from yourself.'
    case undefined:
      return null
  }
}
