import { Button, NativeSelect } from '@mantine/core'
import { keepPreviousData, skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { unknownErrorText } from '#/kernel/text.ts'
import { byCursor } from '#/kernel/web/list/by-cursor.ts'
import { PagedList } from '#/kernel/web/list/PagedList.tsx'
import { useLinkedRecord } from '#/kernel/web/list/use-linked-record.ts'
import { ReviewCard } from '#/kernel/web/reviews/ReviewCard.tsx'
import type { OwnReview } from '#/shop/reviews.ts'
import { myProductsPath } from '#/shop/selling-rules.ts'
import css from '#/shop/web/selling/Selling.module.css'
import { shop } from '#/shop/web/shop.ts'
import { AnswerReview } from './AnswerReview.tsx'

/** Lists the reviews of a seller's products, and lets the seller answer them. The address holds the filter. */
export default function MyReviewsPage() {
  const [params, setParams] = useSearchParams()
  const show = params.get('show') === 'unanswered' ? 'unanswered' : 'all'
  const choose = (next: string) =>
    setParams(next === 'all' ? {} : { show: next }, { replace: true, preventScrollReset: true })
  const query = useInfiniteQuery({
    ...shop.query.ownReviews.infiniteOptions({
      ...byCursor,
      input: (cursor) => ({ cursor, show }),
      refetchOnMount: 'always',
    }),
    placeholderData: keepPreviousData,
  })
  const id = useLinkedRecord<OwnReview['id']>()
  const { data: linked } = useQuery(
    shop.query.ownReviews.queryOptions({ input: id ? { id } : skipToken, refetchOnMount: 'always' }),
  )
  return (
    <div className={css.narrow}>
      <Link to={myProductsPath} className={css.back}>
        ← My products
      </Link>
      <h1>Reviews</h1>
      <p className={css.lead}>
        What buyers say about your products. You can answer each review once, and again if the buyer changes
        it.
      </p>
      <search className={css.filters}>
        <NativeSelect
          label="Show"
          value={show}
          data={[
            { value: 'all', label: 'All' },
            { value: 'unanswered', label: 'Not answered' },
          ]}
          onChange={({ currentTarget: { value } }) => choose(value)}
        />
      </search>
      <PagedList
        query={query}
        linked={linked?.rows[0]}
        what={{ one: 'review', many: 'reviews' }}
        failed={unknownErrorText}
        dense
        empty={{
          drawing: show === 'all' ? 'pet-merchandise' : 'no-results',
          sentence:
            show === 'all' ? 'Your products have no reviews yet.' : 'No reviews are waiting for an answer.',
          action: show === 'unanswered' && (
            <Button variant="default" onClick={() => choose('all')}>
              Show all reviews
            </Button>
          ),
        }}
      >
        {(review) => <Row review={review} />}
      </PagedList>
    </div>
  )
}

function Row({ review }: { review: OwnReview }) {
  const { product, mayReply } = review
  return (
    <section className={css.review} aria-label={`Review of ${product.name} by ${review.by}`}>
      <h2>
        <Link to={`${myProductsPath}/${product.id}`}>{product.name}</Link>
      </h2>
      <ReviewCard review={review} of="You" />
      {mayReply && <AnswerReview review={review} />}
    </section>
  )
}
