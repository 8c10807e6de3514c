/** A provider with their average, by the name that owners read. */
export type Rated = { id: string; name: string; rating: number | null; totalReviews: number }
