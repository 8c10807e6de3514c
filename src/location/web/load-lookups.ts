/** Loads the look-ups of places when they are first used, because visitors' pages do without them. */
export const loadLookups = () => import('./lookups.ts')
