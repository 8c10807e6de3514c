import { ORPCError } from '@orpc/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { errorCode } from './error-text.ts'
import { queryClientIsHere, tellSignedOut } from './query-client-here.ts'

const isRefusal = (error: unknown) => error instanceof ORPCError && error.status < 500

const onError = (error: unknown) => {
  if (errorCode(error) === 'request.signed_out') tellSignedOut()
}

/** Refusals aren't retried; a lost connection or a busy server is. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Asked once also without a network: the service worker may have kept the answer.
      networkMode: 'offlineFirst',
      retry: (failures, error) => failures < 2 && !isRefusal(error),
    },
    // Sent at once even if the browser believes it is offline, because a form that waits forever says nothing.
    mutations: { retry: false, networkMode: 'always' },
  },
})
queryClientIsHere(queryClient)
