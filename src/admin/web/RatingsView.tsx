import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { momentText } from '#/kernel/web/own-clock.ts'
import type { DeskRating } from '#/ratings/desk.ts'
import { admin } from './admin.ts'
import { Chip } from './Chip.tsx'
import css from './Desk.module.css'
import own from './Removable.module.css'
import { RemovableList, Removal, useRemovable } from './Removable.tsx'
import { RemoveRating } from './RemoveRating.tsx'
import { userAddress } from './words.ts'

export function RatingsView() {
  const filter = useRemovable('ratings')
  const { search, isRemoved } = filter
  const query = useInfiniteQuery({
    ...admin.query.ratings.infiniteOptions({
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      input: filter.input,
      refetchOnWindowFocus: 'always',
    }),
    placeholderData: keepPreviousData,
  })
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
  const { id, at, owner, provider, stars, feedback, reply, removed, replyRemoved } = rating
  const writer = owner.name || 'No name'
  return (
    <article
      className={`${css.row} ${css.card}`}
      tabIndex={-1}
      aria-label={`Rating of ${provider.name} by ${writer}`}
    >
      <div className={css.cardHead}>
        <h2>
          <Link to={userAddress(owner.id)}>{writer}</Link> about{' '}
          <Link to={userAddress(provider.id)}>{provider.name}</Link>
        </h2>
        {removed && <Chip kind="bad">Removed</Chip>}
      </div>
      <p className={css.soft}>
        {stars === null ? 'Note about a cancellation' : `${stars} of 5 stars`} · {momentText(at)}
      </p>
      {feedback && <p className={own.words}>“{feedback}”</p>}
      {reply !== null && (
        <div className={own.reply}>
          <p className={css.soft}>
            Reply by {provider.name}
            {replyRemoved && ', removed'}
          </p>
          <p className={own.words}>“{reply}”</p>
          {replyRemoved && <Removal removal={replyRemoved} />}
        </div>
      )}
      {removed ? (
        <Removal removal={removed} />
      ) : (
        <div className={own.buttons}>
          {reply !== null && !replyRemoved && <RemoveRating id={id} part="reply" writer={provider.name} />}
          <RemoveRating id={id} part="rating" writer={writer} />
        </div>
      )}
    </article>
  )
}
