const minute = 60_000

/** Only hints: booking checks again on the server, and returning to the page always reloads. */
export const slotsFreshness = {
  staleTime: 2 * minute,
  gcTime: 5 * minute,
  refetchOnWindowFocus: 'always',
} as const

export const daysFreshness = {
  staleTime: 10 * minute,
  gcTime: 10 * minute,
  refetchOnWindowFocus: 'always',
} as const
