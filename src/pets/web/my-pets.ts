import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { byCursor } from '#/kernel/web/list/by-cursor.ts'
import { toast } from '#/kernel/web/toast.ts'
import { loadPetsFailedText } from '#/pets/text.ts'
import { pets } from './pets.ts'

const told = new WeakSet<Error>()

/**
 * Lists the user's pets, newest first; empty without an owner profile. `all` loads every page, for a picker; `past` lists
 * those archived or in memory. A failure shows one toast, however many components use it.
 */
export function useMyPets({ all = false, which = 'active' as 'active' | 'past' } = {}) {
  const query = useInfiniteQuery(
    pets.query.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor, which }),
      ...byCursor,
    }),
  )
  const { error, hasNextPage, isFetching, fetchNextPage } = query
  useEffect(() => {
    if (!error || told.has(error)) return
    told.add(error)
    toast({ kind: 'error', message: loadPetsFailedText })
  }, [error])
  const wantsMore = all && hasNextPage && !isFetching && !error
  useEffect(() => {
    if (wantsMore) void fetchNextPage()
  }, [wantsMore, fetchNextPage])
  return {
    pets: query.data?.pages.flatMap(({ rows }) => rows) ?? [],
    isPending: query.isPending,
    isError: query.isError,
    /** All pets are here, as they are now. */
    isComplete: query.isSuccess && !hasNextPage && !isFetching,
    retry: () => void query.refetch(),
    hasMore: hasNextPage,
    loadMore: () => void fetchNextPage(),
  }
}
