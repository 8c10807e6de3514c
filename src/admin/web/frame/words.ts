import type { Role } from '#/accounts/rules.ts'
import { roleText } from '#/accounts/text.ts'
import type { ReportOutcome } from '#/messaging/rules.ts'
import type { GatewayName } from '#/payments/rules.ts'

/** Names of the outcomes for admins. */
export const outcomeName: Readonly<Record<ReportOutcome, string>> = {
  acted: 'Acted on it',
  no_breach: 'Nothing against the rules',
  unclear: 'Couldn’t be cleared up',
}

export const gatewayText: Readonly<Record<GatewayName, string>> = {
  sandbox: 'the sandbox',
  stripe: 'Stripe',
  razorpay: 'Razorpay',
}

export const recordName = (record: string): string => roleText[record as Role]?.name ?? record

export const userAddress = (id: string) => `?${new URLSearchParams({ view: 'users', user: id })}`

/** Returns the page that everyone sees of a provider; only sitters have one. */
export const publicPage = ({ trade, id }: { trade: string; id: string }) =>
  trade === 'sitting' ? `/sitter-profile/${id}` : null

/** By id or receipt number. */
export const appointmentAddress = (reference: string) =>
  `?${new URLSearchParams({ view: 'appointments', reference })}`

export const packageAddress = (reference: string) =>
  `?${new URLSearchParams({ view: 'packages', reference })}`

/** By number or id. */
export const orderAddress = (reference: string) => `?${new URLSearchParams({ view: 'orders', reference })}`

/** `coupon`: its id, or 'new' for the form that adds one. */
export const couponAddress = (coupon: string) => `?${new URLSearchParams({ view: 'coupons', coupon })}`

/** By words or id. */
export const productsAddress = (search: string) => `?${new URLSearchParams({ view: 'products', q: search })}`

/** All autoships, by words or id. */
export const autoshipsAddress = (search: string) =>
  `?${new URLSearchParams({ view: 'autoships', q: search, show: 'all' })}`

export const productsOfSeller = (seller: string) => `?${new URLSearchParams({ view: 'products', seller })}`

/** `place`: its id, 'new' for the form that adds one, or 'import'. */
export const placeAddress = (place: string) => `?${new URLSearchParams({ view: 'emergency', place })}`

export const recordAddress = (record: string, id: string) =>
  `?${new URLSearchParams({ view: 'providers', record, id })}`

const statuses: Readonly<Record<string, { name: string; kind: ChipKind }>> = {
  draft: { name: 'Not submitted', kind: 'quiet' },
  submitted: { name: 'Waiting', kind: 'warn' },
  verified: { name: 'Verified', kind: 'good' },
  rejected: { name: 'Rejected', kind: 'bad' },
  suspended: { name: 'Suspended', kind: 'bad' },
}

export type ChipKind = 'quiet' | 'good' | 'warn' | 'bad'

export const statusName = (status: string) => statuses[status] ?? { name: status, kind: 'quiet' as const }

const ways: Readonly<Record<string, string>> = {
  credential: 'Password',
  google: 'Google',
  facebook: 'Facebook',
  phone: 'Phone',
}

export const wayName = (way: string): string => ways[way] ?? way

type Reached = { name: string; email: string | null; phone: string | null; signInPhone: string | null }

/** Returns the number to reach them by, then the one they log in with if it differs. */
export const numbersOf = ({ phone, signInPhone }: Reached): string[] =>
  [...new Set([phone, signInPhone])].filter((number) => number !== null)

/** Returns what to call a person who may not have given a name. */
export const nameOf = (user: Reached): string => user.name || (user.email ?? numbersOf(user)[0] ?? 'No name')

export const bookingsText = ({ all, upcoming }: { all: number; upcoming: number }): string =>
  all === 0 ? 'None' : `${all} in total, ${upcoming} upcoming`

/** Returns the name of a change as the log shows it. */
export function changeName(name: string): string {
  const record = recordName(name)
  return record === name ? name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) : record
}

export function valueText(value: unknown): string {
  if (value === true) return 'yes'
  if (value === false) return 'no'
  if (typeof value === 'string') return statuses[value]?.name.toLowerCase() ?? value
  return value === null || value === undefined ? '–' : JSON.stringify(value)
}

export function factValue(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ') || '–'
  if (typeof value === 'string') return value
  return valueText(value)
}
