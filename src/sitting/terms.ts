/** The terms for an owner whose request goes to sitters who are paid here. */
import {
  isStayRefundedInFull,
  lateStayText,
  type RefundPolicy,
  refundPolicyLine,
  refundTerms,
  stayPolicyLine,
  stayRefundTime,
} from '#/appointments/refunds.ts'
import { lowerFirst } from '#/kernel/letters.ts'
import { formatMoney, type Money } from '#/kernel/money.ts'
import { refundTime } from '#/payments/money-back-text.ts'
import {
  type Charging,
  chargeHoursBefore,
  chargeHoursOf,
  hoursToPayAgreed,
  lapseHoursBefore,
} from '#/payments/rules.ts'
import { isSeveral, type Plan } from './plan.ts'
import type { Service } from './rules.ts'

type Offer = {
  name: string
  /** For one stay, walk or day. */
  price: Money
  refundPolicy: RefundPolicy
}

type Asked = {
  plan: Plan
  /** The chosen sitter first, then the others who are asked as well. */
  offers: readonly [Offer, ...Offer[]]
  /** Null if the owner pays by hand. */
  charging: Charging | null
}

const units: Readonly<Record<Service, string>> = {
  'hostel-checkin': 'stay',
  'dog-walking': 'walk',
  'day-care': 'day',
}

/** Returns the terms. For a single date, leaves out refunds for which it is already too late. */
export function requestTerms({ plan, offers, charging }: Asked, startsAt: Date | null, now: Date): string[] {
  const isCharged = offers.some(({ price }) => chargeHoursOf(charging, price.amount) !== null)
  const chargeHours = charging && isCharged ? charging.hoursBefore : null
  const most = charging?.most ?? null
  const several = isSeveral(plan)
  const each = several ? `each ${units[plan.service]}` : `the ${units[plan.service]}`
  const prices = offers.map(({ name, price }) =>
    offers.length === 1 ? formatMoney(price) : `${formatMoney(price)} with ${name}`,
  )
  const refunds = (policy: RefundPolicy) =>
    plan.service !== 'hostel-checkin'
      ? refundTerms(policy, several ? null : startsAt, now)
      : startsAt && !isStayRefundedInFull(policy, startsAt, now)
        ? `It begins in less than ${stayRefundTime(policy)}: if you cancel, you get back ${lateStayText}.`
        : `If you cancel, you get a ${policyLine(plan, policy)}.`
  const samePolicy = offers.every(({ refundPolicy }) => refundPolicy === offers[0].refundPolicy)
  return [
    'Nothing is charged before a sitter accepts.',
    `The price of ${each} is ${list.format(prices)}. ${
      chargeHours !== null
        ? `Once it’s accepted, you can pay at any time; otherwise ${several ? 'each' : 'it'} is automatically charged ${chargeHours} hours before it begins. If that fails, you have until ${lapseHoursBefore} hours before to pay, then it expires.`
        : `Once it’s accepted, you can pay until ${lapseHoursBefore} hours before ${several ? 'each begins' : 'it begins'}; otherwise it expires.`
    }`,
    `If it begins less than ${chargeHoursBefore} hours after that, ${chargeHours === chargeHoursBefore ? 'it is charged at once; if that fails, ' : ''}please pay within ${hoursToPayAgreed} hours; otherwise it expires.`,
    ...(chargeHours !== null && chargeHours > chargeHoursBefore
      ? [
          `If it’s accepted less than ${chargeHours} hours before, it isn’t charged automatically, and you can pay until ${lapseHoursBefore} hours before it begins.`,
        ]
      : []),
    ...(isCharged && most !== null && offers.some(({ price }) => price.amount > most)
      ? [
          `Prices above ${formatMoney({ amount: most, currency: offers[0].price.currency })} aren’t charged automatically. Please pay them yourself.`,
        ]
      : []),
    ...(samePolicy
      ? [refunds(offers[0].refundPolicy)]
      : offers.map(({ name, refundPolicy }) => `With ${name}: ${refunds(refundPolicy)}`)),
    `If the sitter cancels or doesn’t come, you get a full refund${plan.service === 'hostel-checkin' ? '; if they cancel during the stay, you get one for the nights left' : ''}. ${refundTime}`,
  ]
}

/** Returns a policy in one line, for use in a sentence. */
export function policyLine({ service }: Pick<Plan, 'service'>, policy: RefundPolicy): string {
  const line = service === 'hostel-checkin' ? stayPolicyLine(policy) : refundPolicyLine(policy)
  return lowerFirst(line)
}

const list = new Intl.ListFormat('en', { type: 'disjunction' })
