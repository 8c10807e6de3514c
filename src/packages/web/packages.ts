import type { QueryClient } from '@tanstack/react-query'
import { rpcFor } from '#/kernel/web/rpc.ts'
import type { packagesContract } from '#/packages/contract.ts'

export const packages = rpcFor<typeof packagesContract>('packages')

export function reloadPackages(client: QueryClient): Promise<unknown> {
  const { mine, offers, ownOffers, sold, package: one } = packages.query
  return Promise.all(
    [mine, offers, ownOffers, sold, one].map((query) => client.invalidateQueries({ queryKey: query.key() })),
  )
}

/** The packages that the user can book a session with this trainer with, now. */
export const usablePackages = (trainerId: string) =>
  packages.query.mine.queryOptions({ input: { trainerId }, staleTime: 30_000 })
