import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils, TANSTACK_QUERY_OPERATION_CONTEXT_SYMBOL } from '@orpc/tanstack-query'
import { sendWithProgress } from './send-with-progress.ts'

type CallContext = {
  key?: string
  /** The share of an upload that is sent, from 0 to 1. */
  onProgress?: (share: number) => void
  [TANSTACK_QUERY_OPERATION_CONTEXT_SYMBOL]?: { type: string }
}

const linkTo = (path: string) =>
  new RPCLink<CallContext>({
    url: () => `${window.location.origin}${path}`,
    method: ({ context }) =>
      context[TANSTACK_QUERY_OPERATION_CONTEXT_SYMBOL]?.type === 'query' ? 'GET' : 'POST',
    fetch: (request, init, { context: { onProgress } }) =>
      onProgress ? sendWithProgress(request, onProgress) : fetch(request, init),
    headers: ({ context }) => (context.key ? { 'idempotency-key': context.key } : {}),
  })

const link = linkTo('/rpc')

/**
 * Makes a domain's browser client: `call` makes a request, `query` makes options for TanStack Query. Only the
 * contract's types are imported, so no schema gets into the bundle by accident. `at` is the path, if not /rpc.
 */
export function rpcFor<Contract extends AnyContractRouter>(domain: string, at?: string) {
  const call: ContractRouterClient<Contract, CallContext> = createORPCClient(at ? linkTo(at) : link, {
    path: [domain],
  })
  return { call, query: createTanstackQueryUtils(call, { path: [domain] }) }
}
