const minute = 60_000

/** Hints only: the server looks again when a slot is booked. Coming back to the page always asks anew. */
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
