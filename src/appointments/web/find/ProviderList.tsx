import { Button } from '@mantine/core'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useSession } from '#/accounts/web/index.ts'
import type { TradeWords } from '#/appointments/web/book/trade-words.ts'
import { recordOfTrade, type Trade } from '#/booking/trades.ts'
import { toast } from '#/kernel/web/toast.ts'
import { activeFilters, type Filters, type ProviderSearch } from './filters.ts'
import { Note } from './Note.tsx'
import { ProviderCardGhost } from './ProviderCardGhost.tsx'
import css from './ProviderList.module.css'
import { type Peek, WiderSearches } from './WiderSearches.tsx'

export type ProviderPages<Provider> = UseInfiniteQueryResult<InfiniteData<{ rows: Provider[] }>>

type Props<Provider> = {
  trade: Trade
  list: ProviderPages<Provider>
  filters: Filters
  words: TradeWords
  searchFor: (filters: Filters) => ProviderSearch
  peek: Peek
  onFilters: (filters: Filters) => void
  /** The first cards are there; answers with how to take back what that began. */
  onShown: () => () => void
  children: (provider: Provider, isOwn: boolean) => ReactNode
}

/** The providers that match, in each state a list can be in. */
export function ProviderList<Provider extends { id: string }>(props: Props<Provider>) {
  const { trade, list, filters, words, searchFor, peek, onFilters, onShown, children } = props
  const failedText = `Failed to load ${words.providers}. Please try again.`
  const own = useSession().user?.records[recordOfTrade[trade]]
  const { isError, errorUpdatedAt } = list
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second failure is told anew
  useEffect(() => {
    if (isError) toast({ kind: 'error', title: 'Error', message: failedText })
  }, [isError, errorUpdatedAt])

  const shown = list.isSuccess
  useEffect(() => (shown ? onShown() : undefined), [shown, onShown])

  const providers = list.data?.pages.flatMap(({ rows }) => rows) ?? []
  const filtered = activeFilters(filters).length > 0
  // With free days, a request checks only some calendars and may find none.
  const mayFindMore = providers.length === 0 && list.hasNextPage
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
        {list.data
          ? countText(words, providers.length, list.hasNextPage, filters)
          : `Loading ${words.providers}...`}
      </p>
      {list.data && providers.length === 0 ? (
        <Note
          drawing="no-results"
          title={
            mayFindMore
              ? `Nobody among the first ${words.providers} is free then.`
              : emptyText(words, filters)
          }
          action={
            mayFindMore ? (
              <Button onClick={() => list.fetchNextPage()} loading={list.isFetchingNextPage}>
                Keep looking
              </Button>
            ) : (
              filtered && (
                <>
                  <WiderSearches {...{ trade, filters, words, searchFor, peek, onFilters }} />
                  <Button onClick={() => onFilters({})}>Clear filters</Button>
                </>
              )
            )
          }
        />
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

/** How many there are, as far as it is known: the rest is only counted when it is here. */
function countText(
  { provider, providers }: TradeWords,
  shown: number,
  hasMore: boolean,
  { sort = 'rating' }: Filters,
): string {
  if (shown === 0) return ''
  if (hasMore) return `The first ${shown} ${providers}, ${orders[sort]}`
  return shown === 1 ? `1 ${provider}` : `${shown} ${providers}, ${orders[sort]}`
}

const orders = { rating: 'best rated first', distance: 'nearest first', price: 'cheapest first' }

function emptyText({ provider }: TradeWords, filters: Filters): string {
  const { length } = activeFilters(filters)
  if (length > 2) return `No ${provider} matches all ${length} filters.`
  if (length === 2) return `No ${provider} matches both filters.`
  if (length === 1) return `No ${provider} matches this filter.`
  return `No ${provider} is listed here yet.`
}
