import { useQuery } from '@tanstack/react-query'
import { MINUTE } from '#/kernel/duration.ts'
import { queryClient } from '#/kernel/web/query-client.ts'
import { rpcFor } from '#/kernel/web/rpc.ts'
import type { verificationContract } from '#/verification/contract.ts'
import type { ProviderRecord } from '#/verification/rules.ts'

export const verification = rpcFor<typeof verificationContract>('verification')

/** Refetches before the document links expire; null without a record. */
export function useStanding(record: ProviderRecord) {
  return useQuery(
    verification.query.standing.queryOptions({ input: { record }, refetchInterval: 4 * MINUTE }),
  )
}

export function refreshStanding(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: verification.query.standing.key() })
}
