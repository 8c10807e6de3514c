import { z } from 'zod'
import { endpoint } from '#/kernel/api.ts'
import { type ErrorKinds, refuser } from '#/kernel/errors.ts'
import { done } from '#/kernel/fields.ts'

export const privacyErrors = {
  'privacy.paid_booking': 'conflict',
} as const satisfies ErrorKinds

export const refuse = refuser(privacyErrors)

export const leavingSchema = z.object({
  /** When everything is erased; null while nothing is to be. */
  erasedOn: z.date().nullable(),
  /** Bookings still to come that would be cancelled, as owner and as provider. */
  openBookings: z.int(),
  /** Of these, how many are paid: they have to be held or cancelled first. */
  paidBookings: z.int(),
})
export type Leaving = z.output<typeof leavingSchema>

export const privacyContract = {
  leaving: endpoint({
    method: 'GET',
    path: '/me/deletion',
    summary: 'Whether the caller’s account is to be deleted, and what stands in the way',
    access: 'signed-in',
    rows: 'the caller’s own user and bookings',
    input: z.object({}).optional(),
    output: leavingSchema,
  }),
  leave: endpoint({
    method: 'POST',
    path: '/me/deletion',
    summary: 'Asks for the caller’s account to be deleted, 14 days from now',
    access: 'signed-in',
    rows: 'the caller’s own user',
    input: z.object({ confirmed: z.literal(true) }),
    output: leavingSchema,
    errors: privacyErrors,
  }),
  stay: endpoint({
    method: 'POST',
    path: '/me/deletion/withdrawal',
    summary: 'Keeps an account that was to be deleted',
    access: 'signed-in',
    rows: 'the caller’s own user',
    input: z.object({}).optional(),
    output: done,
  }),
}
