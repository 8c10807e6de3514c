import { keepPreviousData } from '@tanstack/react-query'
import { byCursor } from '#/kernel/web/list/by-cursor.ts'

/** Paging and caching of each trade's list of providers. */
export const listOptions = {
  ...byCursor,
  // Long enough that going back shows the list as it was.
  gcTime: 15 * 60_000,
  placeholderData: keepPreviousData,
} as const
