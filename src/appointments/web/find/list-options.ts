import { keepPreviousData } from '@tanstack/react-query'

/** How each trade's list of providers is paged and kept. */
export const listOptions = {
  initialPageParam: undefined,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
  // Long enough that going back shows the list as it was.
  gcTime: 15 * 60_000,
  placeholderData: keepPreviousData,
} as const
