import { formatMoney } from '#/kernel/money.ts'
import { dayOf, formatDay } from '#/kernel/time.ts'
import type { OwnedPackage, PackageEvent, PackageOffer, SoldPackage } from '#/packages/contract.ts'
import type { PackageStatus, UseState } from '#/packages/rules.ts'

export const sessionsText = (count: number) => (count === 1 ? '1 session' : `${count} sessions`)

export function lengthText(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  const parts = [hours > 0 && (hours === 1 ? '1 hour' : `${hours} hours`), rest > 0 && `${rest} minutes`]
  return parts.filter(Boolean).join(' ')
}

export function validityText({ validFor, validUnit }: Pick<PackageOffer, 'validFor' | 'validUnit'>): string {
  const unit = validFor === 1 ? validUnit.slice(0, -1) : validUnit
  return `${validFor} ${unit}`
}

const list = new Intl.ListFormat('en-GB', { type: 'disjunction' })

export const typesText = ({ sessionTypes }: Pick<PackageOffer, 'sessionTypes'>): string =>
  sessionTypes.length === 0 ? 'any type of session' : list.format(sessionTypes)

/** '5 sessions of 1 hour, Puppy Training'. */
export const contentText = (terms: Pick<PackageOffer, 'sessions' | 'minutes' | 'sessionTypes'>): string =>
  `${sessionsText(terms.sessions)} of ${lengthText(terms.minutes)}, ${typesText(terms)}`

/** '₹700.00 a session, you save ₹400.00'. */
export function perSessionText({
  pricePerSession,
  saving,
}: Pick<PackageOffer, 'pricePerSession' | 'saving'>) {
  const each = `${formatMoney(pricePerSession)} a session`
  return saving.amount > 0 ? `${each}, you save ${formatMoney(saving)}` : each
}

/** Returns the last day of validity, on the trainer's calendar. */
export const lastDayText = ({ expiresAt, timeZone }: Pick<OwnedPackage, 'expiresAt' | 'timeZone'>): string =>
  expiresAt ? formatDay(dayOf(new Date(expiresAt.getTime() - 1), timeZone)) : ''

type Bought = Pick<OwnedPackage | SoldPackage, 'status' | 'balance' | 'used' | 'sessions' | 'gone'>

export const leftText = ({ balance, sessions }: Pick<Bought, 'balance' | 'sessions'>): string =>
  `${balance} of ${sessionsText(sessions)} left`

export const statusText: Readonly<Record<PackageStatus, string>> = {
  unpaid: 'To be paid',
  lapsed: 'Not paid',
  active: 'Active',
  expired: 'Expired',
  returned: 'Returned',
  ended: 'Ended',
}

export const statusTones: Readonly<Record<PackageStatus, string>> = {
  unpaid: 'pending',
  lapsed: 'cancelled',
  active: 'confirmed',
  expired: 'cancelled',
  returned: 'cancelled',
  ended: 'cancelled',
}

export const useText: Readonly<Record<UseState, string>> = {
  booked: 'Booked',
  used: 'Used',
  back: 'Back in the package',
}

export const eventText: Readonly<Record<PackageEvent['what'], string>> = {
  bought: 'Bought',
  paid: 'Paid',
  lapsed: 'Not paid in time',
  extended: 'Valid for longer',
  expired: 'Expired',
  returned: 'Returned',
  ended: 'Ended',
  refunded: 'Refunded',
}
