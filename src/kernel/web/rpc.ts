import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils, TANSTACK_QUERY_OPERATION_CONTEXT_SYMBOL } from '@orpc/tanstack-query'

type CallContext = {
  /** The idempotency key of a write. */
  key?: string
  [TANSTACK_QUERY_OPERATION_CONTEXT_SYMBOL]?: { type: string }
}

const link = new RPCLink<CallContext>({
  url: () => `${window.location.origin}/rpc`,
  method: ({ context }) =>
    context[TANSTACK_QUERY_OPERATION_CONTEXT_SYMBOL]?.type === 'query' ? 'GET' : 'POST',
  headers: ({ context }) => (context.key ? { 'idempotency-key': context.key } : {}),
})

/**
 * A domain's endpoints for the browser: `call` makes a request, `query` makes options for TanStack Query. Only the
 * contract's types are imported, so no schema lands in the bundle by accident.
 */
export function rpcFor<Contract extends AnyContractRouter>(domain: string) {
  const call: ContractRouterClient<Contract, CallContext> = createORPCClient(link, { path: [domain] })
  return { call, query: createTanstackQueryUtils(call, { path: [domain] }) }
}
