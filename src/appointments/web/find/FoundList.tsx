import { Button } from '@mantine/core'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useSession } from '#/accounts/web/index.ts'
import type { TradeWords } from '#/appointments/web/book/trade-words.ts'
import { recordOfTrade, type Trade } from '#/booking/trades.ts'
import { toast } from '#/kernel/web/toast.ts'
import css from './FoundList.module.css'
import { Note } from './Note.tsx'
import { ProviderCardGhost } from './ProviderCardGhost.tsx'

export type ProviderPages<Provider> = UseInfiniteQueryResult<InfiniteData<{ rows: Provider[] }>>

type Props<Provider> = {
  trade: Trade
  list: ProviderPages<Provider>
  words: Pick<TradeWords, 'providers'>
  /** Returns the number as text; the rest is only counted once it is loaded. */
  count: (shown: number, hasMore: boolean) => string
  /** Shown if nobody matches. */
  empty: ReactNode
  /** Replaces the retry if the same search would fail again. */
  refused?: ReactNode
  /** Called when the first cards are there; returns a function that cancels what it began. */
  onShown?: () => () => void
  children: (provider: Provider, isOwn: boolean) => ReactNode
}

/** Shows providers as cards, in every state of a list. */
export function FoundList<Provider extends { id: string }>(props: Props<Provider>) {
  const { trade, list, words, count, empty, refused, onShown, children } = props
  const failedText = `Failed to load ${words.providers}. Please try again.`
  const own = useSession().user?.records[recordOfTrade[trade]]
  const { errorUpdatedAt } = list
  const isFailure = list.isError && !refused
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second failure is told anew
  useEffect(() => {
    if (isFailure) toast({ kind: 'error', title: 'Error', message: failedText })
  }, [isFailure, errorUpdatedAt])

  const shown = list.isSuccess
  useEffect(() => (shown ? onShown?.() : undefined), [shown, onShown])

  const providers = list.data?.pages.flatMap(({ rows }) => rows) ?? []
  // A request looks at a limited number of calendars, or of names for very short words, and may find none.
  const mayFindMore = providers.length === 0 && list.hasNextPage
  if (refused && list.isError) return refused
  if (list.isError && !list.data)
    return (
      <Note
        drawing="something-went-wrong"
        title={failedText}
        action={
          <Button onClick={() => list.refetch()} loading={list.isFetching}>
            Retry
          </Button>
        }
      />
    )
  return (
    <>
      <p className={css.count} role="status">
        {list.data ? count(providers.length, list.hasNextPage) : `Loading ${words.providers}...`}
      </p>
      {mayFindMore && (
        <Note
          drawing="no-results"
          title={`No match yet. There are more ${words.providers} to check.`}
          action={
            <Button onClick={() => list.fetchNextPage()} loading={list.isFetchingNextPage}>
              Keep looking
            </Button>
          }
        />
      )}
      {list.data && providers.length === 0 ? (
        !mayFindMore && empty
      ) : (
        <ul className={css.list} aria-busy={list.isPlaceholderData || list.isPending}>
          {providers.map((provider) => (
            <li key={provider.id}>{children(provider, provider.id === own)}</li>
          ))}
          {(list.isPending || list.isFetchingNextPage) &&
            ghosts.map((ghost) => (
              <li key={ghost}>
                <ProviderCardGhost />
              </li>
            ))}
        </ul>
      )}
      {list.hasNextPage && !mayFindMore && (
        <div className={css.more}>
          <Button
            variant="default"
            onClick={() => list.fetchNextPage()}
            disabled={list.isFetchingNextPage || list.isPlaceholderData}
          >
            {list.isFetchingNextPage ? 'Loading...' : 'Show more'}
          </Button>
        </div>
      )}
    </>
  )
}

const ghosts = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']
