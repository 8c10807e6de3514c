import type { QueryClient } from '@tanstack/react-query'
import { byCursor } from '#/kernel/web/list/by-cursor.ts'
import { rpcFor } from '#/kernel/web/rpc.ts'
import type { packagesContract } from '#/packages/contract.ts'

export const packages = rpcFor<typeof packagesContract>('packages')

/** Options for a list that loads page by page, and again whenever it is opened. */
export const paged = {
  input: (cursor: string | undefined) => ({ cursor }),
  ...byCursor,
  refetchOnMount: 'always',
} as const

export function reloadPackages(client: QueryClient): Promise<unknown> {
  const { mine, offers, ownOffers, sold, package: one } = packages.query
  return Promise.all(
    [mine, offers, ownOffers, sold, one].map((query) => client.invalidateQueries({ queryKey: query.key() })),
  )
}

/** Loads the packages with which the user can book a session with this trainer now. */
export const usablePackages = (trainerId: string) =>
  packages.query.mine.queryOptions({ input: { trainerId }, staleTime: 30_000 })
