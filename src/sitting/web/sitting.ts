import { useInfiniteQuery } from '@tanstack/react-query'
import { listOptions, type ProviderPages } from '#/appointments/web/index.ts'
import { rpcFor } from '#/kernel/web/rpc.ts'
import type { sittingContract } from '#/sitting/contract.ts'
import type { SitterSearchInput } from '#/sitting/search.ts'
import type { Sitter } from '#/sitting/shapes.ts'

export const sitting = rpcFor<typeof sittingContract>('sitting')

export type FoundSitter = Sitter & { distanceKm: number | null }

/** Loads the list, as soon as there is a search. */
export const useSitters = (search: SitterSearchInput | null): ProviderPages<FoundSitter> =>
  useInfiniteQuery(
    sitting.query.sitters.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...search, cursor }),
      enabled: search !== null,
      ...listOptions,
    }),
  )

export const sitterById = (id: string) => sitting.query.sitter.queryOptions({ input: { id } })
