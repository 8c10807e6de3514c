import { type InfiniteData, type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { listOptions, type ProviderPages, type ProviderSearch } from '#/appointments/web/index.ts'
import { rpcFor } from '#/kernel/web/rpc.ts'
import type { Vet, veterinaryContract } from '#/veterinary/contract.ts'

export const veterinary = rpcFor<typeof veterinaryContract>('veterinary')

const inputOf = (search: ProviderSearch | null) => search ?? {}

export const useVets = (search: ProviderSearch | null): ProviderPages<Vet> =>
  useInfiniteQuery(
    veterinary.query.vets.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...inputOf(search), cursor }),
      enabled: search !== null,
      ...listOptions,
    }),
  )

export const peek = (search: ProviderSearch) => veterinary.call.vets(inputOf(search))

/** Loads one vet, and shows a list's data meanwhile. */
export const vetById = (client: QueryClient, id: string) =>
  veterinary.query.vet.queryOptions({ input: { id }, placeholderData: () => findListed(client, id) })

function findListed(client: QueryClient, id: string): Vet | undefined {
  return client
    .getQueriesData<InfiniteData<{ rows: Vet[] }>>({ queryKey: veterinary.query.vets.key() })
    .flatMap(([, list]) => list?.pages.flatMap(({ rows }) => rows) ?? [])
    .find((vet) => vet.id === id)
}
