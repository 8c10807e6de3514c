export type Rated = { id: string; name: string; rating: number | null; totalReviews: number }
