import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { amountSchema, cursorSchema, done, pageOf } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { packagesErrors } from '#/packages/errors.ts'
import { paymentsErrors } from '#/payments/contract.ts'
import { moneyBackFilters, moneyBackSchema, refundReasonSchema } from '#/payments/desk.ts'

export const refundEndpoints = {
  moneyBack: endpoint({
    method: 'GET',
    path: '/admin/refunds-and-disputes',
    summary: 'Lists refunds and disputes, the latest first',
    access: 'admin',
    rows: 'all refunds and disputes, with who paid and who was paid',
    input: z.object({ show: z.enum(moneyBackFilters).default('all'), cursor: cursorSchema }),
    output: pageOf(moneyBackSchema),
  }),
  refund: endpoint({
    method: 'POST',
    path: '/admin/payments/{id}/refunds',
    summary:
      'Refunds all or part of a captured payment, with a reason that both sides read; a package refunded in full ends',
    access: 'admin:full',
    rows: 'all payments',
    input: z.object({
      id: idSchema('payment'),
      amount: amountSchema.min(1),
      reason: refundReasonSchema,
    }),
    output: done,
    errors: {
      ...only(paymentsErrors, 'payments.not_paid', 'payments.no_money_moved', 'payments.refund_too_high'),
      ...only(packagesErrors, 'packages.sessions_booked'),
    },
  }),
}
