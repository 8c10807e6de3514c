import { keepPreviousData } from '@tanstack/react-query'
import { MINUTE } from '#/kernel/duration.ts'
import { byCursor } from '#/kernel/web/list/by-cursor.ts'

/** Paging and caching of each trade's list of providers. */
export const listOptions = {
  ...byCursor,
  // Long enough that going back shows the list as it was.
  gcTime: 15 * MINUTE,
  placeholderData: keepPreviousData,
} as const
