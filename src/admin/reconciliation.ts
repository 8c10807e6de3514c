import { z } from 'zod'
import { endpoint } from '#/kernel/api.ts'
import { cursorSchema, pageOf } from '#/kernel/fields.ts'
import { daySchema } from '#/kernel/time.ts'
import {
  gatewayBalanceSchema,
  gatewayNameSchema,
  reconciledDaySchema,
  reconciledLineSchema,
} from '#/payments/desk.ts'

const rows = 'all movements at the gateways'

export const reconciliationEndpoints = {
  gatewayBalances: endpoint({
    method: 'GET',
    path: '/admin/gateway-balances',
    summary: 'Returns each gateway’s balance when its records were last read, beside the ledger’s',
    access: 'admin',
    rows,
    input: z.object({}).optional(),
    output: z.object({ rows: z.array(gatewayBalanceSchema) }),
  }),
  reconciledDays: endpoint({
    method: 'GET',
    path: '/admin/reconciliation',
    summary:
      'Lists the days on which money moved at a gateway, with its sum and the ledger’s, the newest first',
    access: 'admin',
    rows,
    input: z.object({ gateway: gatewayNameSchema, cursor: cursorSchema }),
    output: pageOf(reconciledDaySchema),
  }),
  reconciledLines: endpoint({
    method: 'GET',
    path: '/admin/reconciliation/{day}',
    summary: 'Lists one day’s movements at a gateway with what the ledger has for each, or those that differ',
    access: 'admin',
    rows,
    input: z.object({
      day: daySchema,
      gateway: gatewayNameSchema,
      only: z.enum(['all', 'differs']).default('all'),
      cursor: cursorSchema,
    }),
    output: pageOf(reconciledLineSchema),
  }),
  exportReconciliation: endpoint({
    method: 'GET',
    path: '/admin/reconciliation-export',
    summary:
      'Returns a month’s movements at a gateway as CSV, beside the ledger’s; cells that look like formulas are escaped',
    access: 'admin',
    rows,
    input: z.object({
      gateway: gatewayNameSchema,
      /** '2026-11'. */
      month: z.string().regex(/^(?:19|2\d)\d\d-(?:0[1-9]|1[0-2])$/),
    }),
    output: z.object({ csv: z.string() }),
  }),
}
