import { z } from 'zod'
import { accountsErrors } from '#/accounts/errors.ts'
import { endpoint, only } from '#/kernel/api.ts'
import { type ErrorKinds, refuser } from '#/kernel/errors.ts'
import { done } from '#/kernel/fields.ts'

export const privacyErrors = {
  'privacy.paid_booking': 'conflict',
  'privacy.orders_to_send': 'conflict',
} as const satisfies ErrorKinds

export const refuse = refuser(privacyErrors)

export const leavingSchema = z.object({
  /** Null if no deletion was requested. */
  erasedOn: z.date().nullable(),
  /** Upcoming bookings that would be cancelled, as owner and as provider. */
  openBookings: z.int(),
  /** Paid ones among them, which must take place or be cancelled first. */
  paidBookings: z.int(),
  /** Unused sessions, booked ones included, of packages that the caller has sold, and of those that they have bought. */
  soldSessions: z.int(),
  boughtSessions: z.int(),
  /** Orders that aren't over, as buyer and as seller: the deletion waits for them. */
  openOrders: z.int(),
  /** The caller's buyers wait for these: they must be sent or cancelled first. */
  ordersToSend: z.int(),
  /** We owe the caller money: the deletion waits until it’s paid. */
  isOwed: z.boolean(),
})
export type Leaving = z.output<typeof leavingSchema>

export const privacyContract = {
  leaving: endpoint({
    method: 'GET',
    path: '/me/deletion',
    summary: 'Tells whether the caller’s account is to be deleted, and what prevents it',
    access: 'signed-in',
    rows: 'the caller’s own user, bookings and orders',
    input: z.object({}).optional(),
    output: leavingSchema,
  }),
  leave: endpoint({
    method: 'POST',
    path: '/me/deletion',
    summary: 'Requests deletion of the caller’s account in 14 days, after a recent proof of who they are',
    access: 'signed-in',
    rows: 'the caller’s own user',
    input: z.object({ confirmed: z.literal(true) }),
    output: leavingSchema,
    errors: { ...privacyErrors, ...only(accountsErrors, 'accounts.proof_needed') },
  }),
  stay: endpoint({
    method: 'POST',
    path: '/me/deletion/withdrawal',
    summary: 'Withdraws a request to delete the account',
    access: 'signed-in',
    rows: 'the caller’s own user',
    input: z.object({}).optional(),
    output: done,
  }),
}
