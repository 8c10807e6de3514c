import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { admin } from '#/admin/web/frame/admin.ts'
import { Chip } from '#/admin/web/frame/Chip.tsx'
import { Decide } from '#/admin/web/frame/Decide.tsx'
import css from '#/admin/web/frame/Desk.module.css'
import { countText, deskPages } from '#/admin/web/frame/desk-pages.ts'
import own from '#/admin/web/frame/Removable.module.css'
import { RemovableList, useRemovable } from '#/admin/web/frame/Removable.tsx'
import { productsAddress, userAddress } from '#/admin/web/frame/words.ts'
import { momentText } from '#/kernel/web/own-clock.ts'
import type { DeskReview } from '#/shop/desk.ts'
import { RatingCard } from './RatingCard.tsx'
import { RemoveRating } from './RemoveRating.tsx'

const reported = () =>
  admin.query.reviews.infiniteOptions({
    ...deskPages,
    input: (cursor) => ({ cursor, show: 'reported' as const }),
  })

/** Returns how many reviews have open reports, '20+' if there are more. */
export function useReportedReviews(): string | undefined {
  return countText(useInfiniteQuery(reported()).data?.pages[0])
}

export function ReviewsView() {
  const filter = useRemovable('reviews')
  const { search, isRemoved, isReported } = filter
  const query = useInfiniteQuery(
    admin.query.reviews.infiniteOptions({
      ...deskPages,
      input: (cursor) => ({ ...filter.input(cursor), ...(isReported && { show: 'reported' as const }) }),
    }),
  )
  return (
    <RemovableList
      filter={filter}
      query={query}
      what={{ one: 'review', many: 'reviews' }}
      title="Reviews"
      lead={
        isReported
          ? 'Readers have reported these. The most recent report comes first.'
          : 'Buyers’ public reviews of products, latest first.'
      }
      reported={{ label: 'Reported', none: 'No reports are waiting for you.' }}
      searched="Part of the product’s name"
      kept="Public"
      notFound={`We couldn’t find any ${isRemoved ? 'removed ' : isReported ? 'reported ' : ''}reviews for “${search}”.`}
      empty="Nobody has reviewed a product yet."
    >
      {(review) => <Shown review={review} />}
    </RemovableList>
  )
}

function Shown({ review }: { review: DeskReview }) {
  const { id, product, seller, isReported, complaints } = review
  const writer = review.writer.name || 'No name'
  return (
    <RatingCard
      rating={review}
      label={`Review of ${product.name} by ${writer}`}
      heading={
        <>
          <Link to={userAddress(review.writer.id)}>{writer}</Link> about{' '}
          <Link to={productsAddress(product.id)}>{product.name}</Link> by{' '}
          <Link to={userAddress(seller.id)}>{seller.name}</Link>
        </>
      }
      writer={writer}
      by={seller.name}
      chip={isReported && <Chip kind="warn">Reported</Chip>}
      about={<Complaints of={complaints} />}
      keep={
        isReported && (
          <Decide
            call={admin.call.keepReview}
            input={{ id }}
            label="Keep review"
            spoken={`Keep the review by ${writer}`}
            title="Keep this review?"
            reasonHint="We keep it in the audit log. Nobody else sees it."
            color="teal"
            confirm="Keep and close reports"
            busy="Closing..."
            told="The reports are closed."
          >
            <p>We’ll tell everyone who reported it that we found nothing against our rules.</p>
          </Decide>
        )
      }
      remove={(part, by) => (
        <RemoveRating id={id} part={part} writer={by} call={admin.call.removeReview} what="review" />
      )}
    />
  )
}

function Complaints({ of }: { of: DeskReview['complaints'] }) {
  return of.map(({ id, at, reason, closed }) => (
    <div key={id} className={own.reply}>
      <h3 className={css.soft}>Report, {momentText(at)}</h3>
      <p className={own.words}>{reason}</p>
      {closed && (
        <p className={css.soft}>
          {closed.outcome === 'acted' ? 'We acted on it' : 'We kept the review'}, {momentText(closed.at)}
        </p>
      )}
    </div>
  ))
}
