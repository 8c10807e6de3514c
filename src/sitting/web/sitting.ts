import { useInfiniteQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { listOptions, type ProviderPages } from '#/appointments/web/index.ts'
import { rpcFor } from '#/kernel/web/rpc.ts'
import type { sittingContract } from '#/sitting/contract.ts'
import type { SitterSearchInput } from '#/sitting/search.ts'
import type { foundSitterSchema } from '#/sitting/shapes.ts'

export const sitting = rpcFor<typeof sittingContract>('sitting')

export type FoundSitter = z.output<typeof foundSitterSchema>

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
