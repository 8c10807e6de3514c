import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { type ErrorKinds, refuser } from '#/kernel/errors.ts'
import { done } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { daySchema } from '#/kernel/time.ts'
import { bookingErrors } from './contract.ts'
import { slotTrades } from './trades.ts'

export const waitErrors = {
  'booking.not_full': 'conflict',
  'booking.too_many_waits': 'conflict',
} as const satisfies ErrorKinds

export const refuseWait = refuser(waitErrors)

export const ofProvider = { trade: z.enum(slotTrades), providerId: idSchema('provider') }
const waitSchema = z.object({ id: idSchema('wait'), day: daySchema })
export type Wait = z.output<typeof waitSchema>

export const waitEndpoints = {
  waits: endpoint({
    method: 'GET',
    path: '/booking/{trade}/providers/{providerId}/waits',
    summary: 'Lists the provider’s fully booked days that the caller is waiting for',
    access: 'signed-in',
    rows: 'the caller’s own waits that are still open',
    input: z.object(ofProvider),
    output: z.object({ days: z.array(waitSchema) }),
  }),
  wait: endpoint({
    method: 'POST',
    path: '/booking/{trade}/providers/{providerId}/waits',
    summary:
      'Joins the waitlist of a fully booked day: we notify the caller once when a time is free; at most 60 times an hour',
    access: 'signed-in',
    rows: 'a row of the caller’s own, for a day of a listed provider',
    input: z.object({ ...ofProvider, day: daySchema }),
    limit: { name: 'booking-wait', by: 'user', max: 60, windowSeconds: 3600 },
    output: waitSchema,
    errors: {
      ...waitErrors,
      ...only(bookingErrors, 'booking.not_a_slot', 'booking.past', 'booking.outside_window'),
    },
  }),
  stopWaiting: endpoint({
    method: 'DELETE',
    path: '/booking-waits/{id}',
    summary: 'Leaves the waitlist of a day',
    access: 'signed-in',
    rows: 'a row of the caller’s own',
    input: z.object({ id: idSchema('wait') }),
    output: done,
  }),
}
