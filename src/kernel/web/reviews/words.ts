/** Returns '4.8', or 'New' before the first rating. */
export function ratingText(rating: number | null): string {
  return rating === null ? 'New' : rating.toFixed(1)
}

export function reviewsText(count: number): string {
  return count === 1 ? '1 review' : `${count} reviews`
}
