import type { AuditedAct } from '#/kernel/api.ts'
import { appointmentEndpoints } from './appointments.ts'
import { autoshipEndpoints } from './autoships.ts'
import { couponEndpoints } from './coupons.ts'
import { emergencyPlaceEndpoints } from './emergency-places.ts'
import { incidentEndpoints } from './incidents.ts'
import { injuredEndpoints } from './injured.ts'
import { messageEndpoints } from './messages.ts'
import { orderEndpoints } from './orders.ts'
import { packageEndpoints } from './packages.ts'
import { payoutEndpoints } from './payouts.ts'
import { petReportEndpoints } from './pet-reports.ts'
import { productEndpoints } from './products.ts'
import { providerEndpoints } from './providers.ts'
import { ratingEndpoints } from './ratings.ts'
import { reconciliationEndpoints } from './reconciliation.ts'
import { refundEndpoints } from './refunds.ts'
import { reportEndpoints } from './reports.ts'
import { reviewEndpoints } from './reviews.ts'
import { sellerEndpoints } from './sellers.ts'
import { taxClassEndpoints } from './tax-classes.ts'
import { userEndpoints } from './users.ts'

/** All endpoints of admins, besides those of the log and the login. */
export const subjectEndpoints = {
  ...userEndpoints,
  ...providerEndpoints,
  ...messageEndpoints,
  ...reportEndpoints,
  ...appointmentEndpoints,
  ...ratingEndpoints,
  ...reviewEndpoints,
  ...incidentEndpoints,
  ...petReportEndpoints,
  ...emergencyPlaceEndpoints,
  ...injuredEndpoints,
  ...payoutEndpoints,
  ...reconciliationEndpoints,
  ...refundEndpoints,
  ...packageEndpoints,
  ...orderEndpoints,
  ...sellerEndpoints,
  ...productEndpoints,
  ...autoshipEndpoints,
  ...taxClassEndpoints,
  ...couponEndpoints,
}

/** Acts that aren't calls of admins: providers' submissions, the login, and the command line. */
const otherActs = [
  { action: 'provider.handed_in', said: 'submitted the record for review', subject: 'user' },
  {
    action: 'provider.changed',
    said: 'changed verified facts, so the record is checked again',
    subject: 'user',
  },
  { action: 'provider.change_withdrawn', said: 'withdrew the change to verified facts', subject: 'user' },
  { action: 'admin.signed_in', said: 'logged in', subject: 'admin' },
  { action: 'admin.created', said: 'created an administrator', subject: 'admin' },
  { action: 'admin.reset', said: 'set a new password', subject: 'admin' },
  { action: 'admin.removed', said: 'removed the access', subject: 'admin' },
] as const satisfies readonly AuditedAct[]

type Endpoints = typeof subjectEndpoints
type AuditOf<Endpoint> = Endpoint extends { '~orpc': { meta: { audit?: infer Audit } } } ? Audit : never
type OneOf<Acts> = Acts extends readonly unknown[] ? Acts[number] : Acts
type Act =
  | OneOf<NonNullable<{ [Name in keyof Endpoints]: AuditOf<Endpoints[Name]> }[keyof Endpoints]>>
  | (typeof otherActs)[number]
export type AuditAction = Act['action']
export type AuditSubject = Act['subject']

const ofEndpoints = Object.values(subjectEndpoints).flatMap(
  (endpoint) => (endpoint['~orpc'].meta.audit ?? []) as Act | Act[],
)

const areaOf = ({ action }: Act): string => action.split('.')[0]!

/** Everything that the log can say, in the order of its filter. */
export const acts: readonly Act[] = Object.values(
  Object.groupBy([...ofEndpoints, ...otherActs], areaOf),
).flatMap((area) => area ?? [])

const sentences = new Map(acts.map(({ action, said }) => [action, said]))

/** Follows the name of the person who did it. */
export const saidOf = (action: AuditAction): string => sentences.get(action)!
