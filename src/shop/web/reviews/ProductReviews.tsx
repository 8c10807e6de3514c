import { useEffect, useRef } from 'react'
import button from '#/kernel/web/button.module.css'
import { ReviewCard } from '#/kernel/web/reviews/ReviewCard.tsx'
import { Stars } from '#/kernel/web/reviews/Stars.tsx'
import { reviewsText } from '#/kernel/web/reviews/words.ts'
import type { Product } from '#/shop/products.ts'
import type { ProductReview } from '#/shop/reviews.ts'
import { usePages } from '#/shop/web/use-pages.ts'
import css from './ProductReviews.module.css'
import { ReportReview } from './ReportReview.tsx'

/** The answer as JSON, where dates are strings. */
type Page = { rows: (Omit<ProductReview, 'at'> & { at: string })[]; nextCursor: string | null }

/** Shows what buyers say about a product: the mean, its spread and the words, latest first. */
export default function ProductReviews({ product }: { product: Product }) {
  const { rating, reviewCount, starCounts } = product
  return (
    <section className={css.reviews} aria-labelledby="reviews-title">
      <h2 id="reviews-title" tabIndex={-1}>
        Reviews
      </h2>
      {rating === null ? (
        <>
          <p className={css.quiet}>
            No rating yet. Buyers can rate it once it’s delivered, and their stars count once it can’t be
            returned any more.
          </p>
          <Words product={product} />
        </>
      ) : (
        <div className={css.columns}>
          <div>
            <p className={css.mean}>
              <strong>{rating.toFixed(1)}</strong> <Stars stars={rating} />
            </p>
            <p className={css.quiet}>{reviewsText(reviewCount)} by people who bought it here</p>
            <Spread counts={starCounts} total={reviewCount} />
          </div>
          <Words product={product} />
        </div>
      )}
    </section>
  )
}

function Spread({ counts, total }: { counts: readonly number[]; total: number }) {
  return (
    <ul className={css.spread} aria-label="Reviews by stars">
      {[5, 4, 3, 2, 1].map((stars) => {
        const count = counts[stars - 1] ?? 0
        return (
          <li key={stars}>
            <span>{stars === 1 ? '1 star' : `${stars} stars`}</span>
            <span className={css.bar} aria-hidden="true">
              <span style={{ width: `${(100 * count) / total}%` }} />
            </span>
            <span>{count.toLocaleString('en-IN')}</span>
          </li>
        )
      })}
    </ul>
  )
}

function Words({ product: { id, seller } }: { product: Product }) {
  const { answer, failed, retry, showMore, isLoadingMore, moreFailed } = usePages<Page>(
    `/api/shop/products/${id}/reviews`,
  )
  const list = useRef<HTMLUListElement>(null)
  const countBefore = useRef<number>(undefined)
  const count = answer?.rows.length ?? 0
  useEffect(() => {
    const first = countBefore.current
    if (first === undefined || count <= first) return
    countBefore.current = undefined
    list.current?.children[first]?.querySelector('article')?.focus({ preventScroll: true })
  }, [count])
  if (failed)
    return (
      <div role="alert">
        <p className={css.quiet}>We couldn’t load the reviews.</p>
        <button type="button" className={button.quiet} onClick={retry}>
          Retry
        </button>
      </div>
    )
  if (!answer) return <div className={css.ghost} role="status" aria-label="Loading reviews" />
  return (
    <div>
      <ul ref={list} className={css.list}>
        {answer.rows.map(({ at, ...review }) => (
          <li key={review.id}>
            <ReviewCard review={{ ...review, at: new Date(at) }} of={seller.name} />
            <ReportReview id={review.id} by={review.by} />
          </li>
        ))}
      </ul>
      {answer.nextCursor && (
        <button
          type="button"
          className={`${button.quiet} ${css.more}`}
          aria-disabled={isLoadingMore}
          onClick={() => {
            countBefore.current = count
            showMore()
          }}
        >
          {isLoadingMore ? 'Loading...' : 'Show more reviews'}
        </button>
      )}
      {moreFailed && (
        <p role="alert" className={css.failed}>
          We couldn’t load more. Please try again.
        </p>
      )}
    </div>
  )
}
