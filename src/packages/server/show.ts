import type { SessionType } from '#/booking/sessions.ts'
import type { OwnedPackage, SoldPackage } from '#/packages/contract.ts'
import {
  type ReturnTerms,
  returnableUntil,
  returnTerms,
  savingOf,
  sessionShare,
  type ValidUnit,
} from '#/packages/rules.ts'
import { isPaid, packageName } from '#/payments/rules.ts'
import type { OpenTime } from './open-time.ts'
import type { PackageRow } from './queries.ts'

type Terms = {
  title: string
  sessions: number
  session_types: SessionType[]
  minutes: number
  price: number
  single_price: number
  currency: string
  valid_for: number
  valid_unit: ValidUnit
}

export const showTerms = ({ currency, ...row }: Terms) => ({
  title: row.title,
  sessions: row.sessions,
  sessionTypes: row.session_types,
  minutes: row.minutes,
  price: { amount: row.price, currency },
  pricePerSession: { amount: sessionShare(row.price, row.sessions), currency },
  singlePrice: { amount: row.single_price, currency },
  saving: { amount: savingOf(row.price, row.sessions, row.single_price), currency },
  validFor: row.valid_for,
  validUnit: row.valid_unit,
})

const showBought = (row: PackageRow) => ({
  id: row.id,
  reference: packageName(row.number),
  status: row.status,
  ...showTerms(row),
  balance: row.balance,
  used: row.used,
  gone: row.gone,
  boughtAt: row.created_at,
  paidAt: row.paid_at,
  expiresAt: row.expires_at,
  timeZone: row.time_zone,
})

export const termsOfReturn = (row: PackageRow, { couldBook }: Pick<OpenTime, 'couldBook'>, now: Date) =>
  returnTerms(
    {
      status: row.status,
      price: row.price,
      sessions: row.sessions,
      singlePrice: row.single_price,
      used: row.used,
      gone: row.gone,
      balance: row.balance,
      paidAt: row.paid_at,
      expiresAt: row.expires_at,
      isTrainerAway: row.is_trainer_away,
      couldBook,
    },
    now,
  )

/**
 * Returns what a return on these terms would still send: at most what the owner paid, minus refunds and what their bank has taken
 * back.
 */
export const leftToReturn = (
  { captured, refunded, taken_back }: PackageRow,
  { refund }: ReturnTerms,
): number => Math.max(0, Math.min(refund, captured) - refunded - taken_back)

export function showPackage(row: PackageRow, open: OpenTime, now: Date): OwnedPackage {
  const { currency } = row
  const terms = termsOfReturn(row, open, now)
  const back = terms ? leftToReturn(row, terms) : 0
  const until =
    row.status === 'active' && row.paid_at && row.expires_at
      ? returnableUntil(row.paid_at, row.expires_at, open.couldBook)
      : null
  return {
    ...showBought(row),
    trainer: {
      id: row.provider_id,
      name: row.trainer_name,
      imageUrl: row.trainer_image,
      isBookable: open.canBook && !row.is_trainer_away,
      isAway: row.is_trainer_away,
    },
    payment: {
      id: row.payment_id,
      payBy: row.pay_by,
      isOpen: !isPaid(row.payment_state) && !row.payment_closed_at && row.pay_by !== null && now < row.pay_by,
    },
    refunded: { amount: row.refunded, currency },
    returnFor: back > 0 ? { amount: back, currency } : null,
    isDisputed: row.is_disputed,
    returnUntil: until && now <= until ? until : null,
  }
}

export const showSold = (row: PackageRow & { released: number }): SoldPackage => ({
  ...showBought(row),
  ownerName: row.owner_erased_at ? 'Former user' : row.known_owner_name || 'Pet owner',
  released: { amount: row.released, currency: row.currency },
})
