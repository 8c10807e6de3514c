/** A person may wait for this many full days, counted over all providers. */
export const mostWaits = 20
