import type { householdsContract } from '#/households/contract.ts'
import { queryClient } from '#/kernel/web/query-client.ts'
import { rpcFor } from '#/kernel/web/rpc.ts'

export const households = rpcFor<typeof householdsContract>('households')

export const ownHouseholds = () => households.query.mine.queryOptions()

/** Refetches the household after a write. */
export const reloadHouseholds = () => queryClient.invalidateQueries({ queryKey: households.query.key() })
