import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { amountSchema, done, limits, requiredLine } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { paymentsErrors } from '#/payments/contract.ts'
import { payableSchema } from '#/payments/desk.ts'
import { shopErrors } from '#/shop/errors.ts'

export const payoutEndpoints = {
  payouts: endpoint({
    method: 'GET',
    path: '/admin/payouts',
    summary: 'Lists providers with money ready for a payout, the largest amount first',
    access: 'admin',
    rows: 'all providers with money ready',
    input: z.object({}).optional(),
    output: z.object({
      rows: z.array(
        payableSchema.extend({
          /** The seller's bank account changed: nothing is paid before `payableFrom`. */
          bankChange: z.object({ at: z.date(), payableFrom: z.date() }).nullable(),
        }),
      ),
    }),
  }),
  recordPayout: endpoint({
    method: 'POST',
    path: '/admin/users/{id}/payouts',
    summary: 'Records a payout to a provider, with the reference of the transfer',
    access: 'admin:full',
    rows: 'all providers',
    audit: { action: 'payout.recorded', said: 'recorded a payout', subject: 'user' },
    input: z.object({
      id: idSchema('user'),
      amount: amountSchema.min(1),
      reference: requiredLine(Math.min(120, limits.title)),
    }),
    output: done,
    errors: {
      ...only(paymentsErrors, 'payments.nothing_ready'),
      ...only(shopErrors, 'shop.bank_just_changed'),
    },
  }),
}
