import type { Autoship } from '#/shop/autoship.ts'
import type { AutoshipState, PauseReason, WayToPayAutoship } from '#/shop/autoship-rules.ts'
import { mostUnpaidOrders } from '#/shop/rules.ts'

export const everyText = (weeks: number) => (weeks === 1 ? 'every week' : `every ${weeks} weeks`)

export const stateText: Readonly<Record<AutoshipState, string>> = {
  waiting: 'Active',
  announced: 'Order coming up',
  asking: 'Needs your yes',
  paused: 'Paused',
  ended: 'Cancelled',
}

/** The chip's colour, named after the status of an appointment. */
export const stateTone: Readonly<Record<AutoshipState, string>> = {
  waiting: 'confirmed',
  announced: 'confirmed',
  asking: 'pending',
  paused: 'pending',
  ended: 'cancelled',
}

/** Why nothing is ordered, and what to do about it. */
const obstacleText: Readonly<Record<PauseReason, string>> = {
  owner: 'You paused it. Nothing is ordered until you resume it.',
  unpaid: 'The last order wasn’t paid in time, so it was cancelled. Resume it whenever you like.',
  stock: 'It’s out of stock. We’ll try again each day, for a week.',
  seller: 'Its seller can’t sell at the moment.',
  unpaid_orders: `You have ${mostUnpaidOrders} unpaid orders. Pay or cancel one, and we’ll try again.`,
  first_cash:
    'Your first parcel hasn’t arrived yet, so we can’t send another one in cash. We’ll try again each day, for a week.',
  gone: 'Its seller can’t send it any more. Please cancel it, and choose another product.',
  hidden: 'We’ve taken it off sale for now. Resume it once it’s back.',
  pin: 'Its seller doesn’t deliver to your PIN code any more. Please change the address, then resume it.',
  prescription:
    'The pharmacy can’t use its prescription any more. Please choose another one, then resume it.',
  expired: 'Its prescription has expired. Please choose another one, then resume it.',
  refills: 'Its prescription has no refills left. Please choose another one, then resume it.',
  total: 'Its price can’t be charged. Please change how many you want, then resume it.',
}

export const whyText = ({ obstacle, status }: Pick<Autoship, 'obstacle' | 'status'>): string | null => {
  if (!obstacle) return null
  if (obstacle === 'seller')
    return `${obstacleText.seller} ${status === 'paused' ? 'Resume it later, or choose another product.' : 'We’ll try again each day, for a week.'}`
  return obstacleText[obstacle]
}

export const paysText = ({ pays, method }: { pays: WayToPayAutoship; method: string | null }): string => {
  if (pays === 'cash') return 'Cash on delivery'
  if (pays === 'link') return 'We ask you to pay each time'
  return method ?? 'Your saved payment method is gone, so we ask you to pay'
}
