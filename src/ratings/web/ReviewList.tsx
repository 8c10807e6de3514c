import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { formatInstant } from '#/kernel/time.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import type { Review } from '#/ratings/contract.ts'
import css from './ReviewList.module.css'
import { ratings } from './ratings.ts'
import { Stars } from './Stars.tsx'

const reviewsOf = (providerId: string) =>
  ratings.query.reviews.infiniteOptions({
    input: (cursor: string | undefined) => ({ id: providerId, cursor }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 60_000,
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className={css.list} aria-label={`Reviews of ${of}`} tabIndex={0}>
      <ul>
        {reviews.map((review) => (
          <li key={review.id}>
            <OneReview review={review} of={of} />
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

function OneReview({
  review: { by, stars, feedback, reply, at, wasEdited },
  of,
}: {
  review: Review
  of: string
}) {
  return (
    <article className={css.review}>
      <p className={css.head}>
        <strong>{by}</strong>
        {stars === null ? (
          <span className={css.note}>Note about a cancellation</span>
        ) : (
          <Stars stars={stars} />
        )}
        <time dateTime={at.toISOString()}>
          {formatInstant(at, ownZone()).replace(/, \d\d:\d\d$/, '')}
          {wasEdited && ', changed'}
        </time>
      </p>
      {feedback && <p className={css.words}>{feedback}</p>}
      {reply && (
        <p className={css.reply}>
          <strong>{of} answered:</strong> {reply}
        </p>
      )}
    </article>
  )
}
