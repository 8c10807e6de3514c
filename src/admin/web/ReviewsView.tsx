import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { byCursor } from '#/kernel/web/list/by-cursor.ts'
import type { DeskReview } from '#/shop/desk.ts'
import { admin } from './admin.ts'
import { RatingCard } from './RatingCard.tsx'
import { RemovableList, useRemovable } from './Removable.tsx'
import { RemoveRating } from './RemoveRating.tsx'
import { productsAddress, userAddress } from './words.ts'

export function ReviewsView() {
  const filter = useRemovable('reviews')
  const { search, isRemoved } = filter
  const query = useInfiniteQuery({
    ...admin.query.reviews.infiniteOptions({
      ...byCursor,
      input: filter.input,
      refetchOnWindowFocus: 'always',
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <RemovableList
      filter={filter}
      query={query}
      what={{ one: 'review', many: 'reviews' }}
      title="Reviews"
      lead="Buyers’ public reviews of products, latest first."
      searched="Part of the product’s name"
      kept="Public"
      notFound={`We couldn’t find any ${isRemoved ? 'removed ' : ''}reviews for “${search}”.`}
      empty="Nobody has reviewed a product yet."
    >
      {(review) => <Shown review={review} />}
    </RemovableList>
  )
}

function Shown({ review }: { review: DeskReview }) {
  const { id, product, seller } = review
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
      remove={(part, by) => (
        <RemoveRating id={id} part={part} writer={by} call={admin.call.removeReview} what="review" />
      )}
    />
  )
}
