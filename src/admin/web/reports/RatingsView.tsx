import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { admin } from '#/admin/web/frame/admin.ts'
import { deskPages } from '#/admin/web/frame/desk-pages.ts'
import { RemovableList, useRemovable } from '#/admin/web/frame/Removable.tsx'
import { userAddress } from '#/admin/web/frame/words.ts'
import type { DeskRating } from '#/ratings/desk.ts'
import { RatingCard } from './RatingCard.tsx'
import { RemoveRating } from './RemoveRating.tsx'

export function RatingsView() {
  const filter = useRemovable('ratings')
  const { search, isRemoved } = filter
  const query = useInfiniteQuery(
    admin.query.ratings.infiniteOptions({
      ...deskPages,
      input: filter.input,
    }),
  )
  return (
    <RemovableList
      filter={filter}
      query={query}
      what={{ one: 'rating', many: 'ratings' }}
      title="Ratings"
      lead="Owners’ public ratings of providers, latest first."
      searched="Part of the provider’s name"
      kept="Public"
      notFound={`We couldn’t find any ${isRemoved ? 'removed ' : ''}ratings for “${search}”.`}
      empty="Nobody has rated a provider yet."
    >
      {(rating) => <Shown rating={rating} />}
    </RemovableList>
  )
}

function Shown({ rating }: { rating: DeskRating }) {
  const { id, owner, provider } = rating
  const writer = owner.name || 'No name'
  return (
    <RatingCard
      rating={rating}
      label={`Rating of ${provider.name} by ${writer}`}
      heading={
        <>
          <Link to={userAddress(owner.id)}>{writer}</Link> about{' '}
          <Link to={userAddress(provider.id)}>{provider.name}</Link>
        </>
      }
      writer={writer}
      by={provider.name}
      remove={(part, by) => (
        <RemoveRating id={id} part={part} writer={by} call={admin.call.removeRating} what="rating" />
      )}
    />
  )
}
