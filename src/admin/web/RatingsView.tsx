import { Button, NativeSelect } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { unknownErrorText } from '#/kernel/text.ts'
import { PagedList } from '#/kernel/web/list/PagedList.tsx'
import { momentText } from '#/kernel/web/own-clock.ts'
import type { DeskRating } from '#/ratings/desk.ts'
import { admin } from './admin.ts'
import { Chip } from './Chip.tsx'
import css from './Desk.module.css'
import own from './Ratings.module.css'
import { RemoveRating } from './RemoveRating.tsx'
import { SearchField } from './SearchField.tsx'
import { userAddress } from './words.ts'

export function RatingsView() {
  const [params, setParams] = useSearchParams()
  const search = params.get('q') ?? ''
  const isRemoved = params.get('show') === 'removed'
  const show = (next: { q?: string; show?: string }) => {
    const all = { view: 'ratings', q: search, show: isRemoved ? 'removed' : '', ...next }
    setParams(Object.fromEntries(Object.entries(all).filter(([, value]) => value)), {
      replace: true,
      preventScrollReset: true,
    })
  }
  const query = useInfiniteQuery({
    ...admin.query.ratings.infiniteOptions({
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      input: (cursor) => ({
        cursor,
        ...(search && { search }),
        ...(isRemoved && { show: 'removed' as const }),
      }),
      refetchOnWindowFocus: 'always',
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <h1>Ratings</h1>
      <p className={css.lead}>
        {isRemoved
          ? 'The last removed come first. Only admins can see them.'
          : 'Owners’ public ratings of providers, the latest first.'}
      </p>
      <search className={css.filters}>
        <SearchField
          search={search}
          description="Part of the provider’s name"
          onSearch={(q) => show({ q })}
        />
        <NativeSelect
          label="Show"
          value={isRemoved ? 'removed' : ''}
          data={[
            { value: '', label: 'Public' },
            { value: 'removed', label: 'Removed' },
          ]}
          onChange={({ currentTarget: { value } }) => show({ show: value })}
        />
      </search>
      <PagedList
        query={query}
        what={{ one: 'rating', many: 'ratings' }}
        failed={unknownErrorText}
        empty={{
          drawing: 'no-results',
          sentence: search
            ? `We couldn’t find a ${isRemoved ? 'removed ' : ''}rating of a provider whose name has “${search}”.`
            : isRemoved
              ? 'No rating has been removed.'
              : 'Nobody has rated a provider yet.',
          action: search && (
            <Button variant="default" onClick={() => show({ q: '' })}>
              Show all ratings
            </Button>
          ),
        }}
      >
        {(rating) => <Shown rating={rating} />}
      </PagedList>
    </>
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

function Removal({ removal: { at, by, reason } }: { removal: NonNullable<DeskRating['removed']> }) {
  return (
    <p className={own.words}>
      Removed by {by}, {momentText(at)}: {reason}
    </p>
  )
}
