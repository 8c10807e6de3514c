import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { MINUTE } from '#/kernel/duration.ts'
import { byCursor } from '#/kernel/web/list/by-cursor.ts'
import { ReviewCard } from '#/kernel/web/reviews/ReviewCard.tsx'
import css from './ReviewList.module.css'
import { ratings } from './ratings.ts'

const reviewsOf = (providerId: string) =>
  ratings.query.reviews.infiniteOptions({
    input: (cursor: string | undefined) => ({ id: providerId, cursor }),
    ...byCursor,
    staleTime: MINUTE,
  })

export function ReviewList({ providerId, of }: { providerId: string; of: string }) {
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(reviewsOf(providerId))
  const reviews = data?.pages.flatMap(({ rows }) => rows)
  if (!reviews)
    return isError && !isFetching ? (
      <div role="alert" className={css.quiet}>
        <p>Failed to load reviews. Please try again.</p>
        <Button variant="default" onClick={() => refetch()}>
          Retry
        </Button>
      </div>
    ) : (
      <div className={css.ghost} role="status" aria-label="Loading reviews" />
    )
  if (reviews.length === 0) return <p className={css.quiet}>No reviews yet.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keyboard
    <section className={css.list} aria-label={`Reviews of ${of}`} tabIndex={0}>
      <ul>
        {reviews.map((review) => (
          <li key={review.id}>
            <ReviewCard review={review} of={of} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button
          variant="subtle"
          size="compact-md"
          disabled={isFetchingNextPage}
          onClick={() => fetchNextPage()}
        >
          {isFetchingNextPage ? 'Loading...' : 'Show more reviews'}
        </Button>
      )}
    </section>
  )
}
