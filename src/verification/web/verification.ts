import { useQuery } from '@tanstack/react-query'
import { queryClient } from '#/kernel/web/query-client.ts'
import { rpcFor } from '#/kernel/web/rpc.ts'
import type { verificationContract } from '#/verification/contract.ts'
import type { ProviderRecord } from '#/verification/rules.ts'

export const verification = rpcFor<typeof verificationContract>('verification')

/** How far one's record is; null before there is one. Asked again before the links to its documents end. */
export function useStanding(record: ProviderRecord) {
  return useQuery(
    verification.query.standing.queryOptions({ input: { record }, refetchInterval: 4 * 60_000 }),
  )
}

export function refreshStanding(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: verification.query.standing.key() })
}
