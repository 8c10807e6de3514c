import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
} from '@tanstack/react-query'
import type { Filters, ProviderPages } from '#/appointments/web/index.ts'
import { rpcFor } from '#/kernel/web/rpc.ts'
import type { Vet, veterinaryContract } from '#/veterinary/contract.ts'

export const veterinary = rpcFor<typeof veterinaryContract>('veterinary')

export const useVets = (filters: Filters): ProviderPages<Vet> =>
  useInfiniteQuery(
    veterinary.query.vets.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...filters, cursor }),
      initialPageParam: undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      // Long enough that going back shows the list as it was.
      gcTime: 15 * 60_000,
      placeholderData: keepPreviousData,
    }),
  )

/** Loads one vet, and shows what a list already knows meanwhile. */
export const vetById = (client: QueryClient, id: string) =>
  veterinary.query.vet.queryOptions({ input: { id }, placeholderData: () => findListed(client, id) })

function findListed(client: QueryClient, id: string): Vet | undefined {
  return client
    .getQueriesData<InfiniteData<{ rows: Vet[] }>>({ queryKey: veterinary.query.vets.key() })
    .flatMap(([, list]) => list?.pages.flatMap(({ rows }) => rows) ?? [])
    .find((vet) => vet.id === id)
}
