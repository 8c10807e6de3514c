import type { QueryClient } from '@tanstack/react-query'
import { rpcFor } from '#/kernel/web/rpc.ts'
import type { paymentsContract } from '#/payments/contract.ts'

export const payments = rpcFor<typeof paymentsContract>('payments')

export function reloadPayments(client: QueryClient): Promise<unknown> {
  const { list, payment, methods } = payments.query
  return Promise.all(
    [list, payment, methods].map((query) => client.invalidateQueries({ queryKey: query.key() })),
  )
}
