import { keepPreviousData } from '@tanstack/react-query'

/** Paging and caching of each trade's list of providers. */
export const listOptions = {
  initialPageParam: undefined,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
  // Long enough that going back shows the list as it was.
  gcTime: 15 * 60_000,
  placeholderData: keepPreviousData,
} as const
