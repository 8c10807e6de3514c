import { MINUTE } from '#/kernel/duration.ts'

/** Only hints: booking checks again on the server, and returning to the page always reloads. */
export const slotsFreshness = {
  staleTime: 2 * MINUTE,
  gcTime: 5 * MINUTE,
  refetchOnWindowFocus: 'always',
} as const

export const daysFreshness = {
  staleTime: 10 * MINUTE,
  gcTime: 10 * MINUTE,
  refetchOnWindowFocus: 'always',
} as const
