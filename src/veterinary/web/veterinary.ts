import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { findListed, listOptions, type ProviderPages, type ProviderSearch } from '#/appointments/web/index.ts'
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
  veterinary.query.vet.queryOptions({
    input: { id },
    placeholderData: () => findListed<Vet>(client, veterinary.query.vets.key(), id),
  })
