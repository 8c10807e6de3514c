import { ORPCError } from '@orpc/client'
import { QueryClient } from '@tanstack/react-query'

const isRefusal = (error: unknown) => error instanceof ORPCError && error.status < 500

/** A refusal is an answer and is not asked for again; a lost connection or a busy server is. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && !isRefusal(error),
    },
    // Sent at once even if the browser believes it is offline: a form that waits for ever says nothing.
    mutations: { retry: false, networkMode: 'always' },
  },
})
