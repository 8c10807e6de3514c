import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Sort } from '#/appointments/find.ts'
import type { TradeWords } from '#/appointments/web/book/trade-words.ts'
import type { Trade } from '#/booking/trades.ts'
import { FoundList, type ProviderPages } from './FoundList.tsx'
import { activeFilters, type Filters, type ProviderSearch } from './filters.ts'
import { Note } from './Note.tsx'
import { type Peek, WiderSearches } from './WiderSearches.tsx'

type Props<Provider> = {
  trade: Trade
  list: ProviderPages<Provider>
  filters: Filters
  order: Sort
  words: TradeWords
  searchFor: (filters: Filters) => ProviderSearch
  peek: Peek
  onFilters: (filters: Filters) => void
  /** Called when the first cards are there; returns a function that cancels what it began. */
  onShown: () => () => void
  children: (provider: Provider, isOwn: boolean) => ReactNode
}

/** Lists the matching providers; if nobody matches, says which filter to remove. */
export function ProviderList<Provider extends { id: string }>(props: Props<Provider>) {
  const { trade, list, filters, order, words, searchFor, peek, onFilters, onShown, children } = props
  const filtered = activeFilters(filters).length > 0
  return (
    <FoundList
      trade={trade}
      list={list}
      words={words}
      onShown={onShown}
      count={(shown, hasMore) => countText(words, shown, hasMore, order)}
      empty={
        <Note
          drawing="no-results"
          title={emptyText(words, filters)}
          action={
            filtered && (
              <>
                <WiderSearches
                  trade={trade}
                  filters={filters}
                  words={words}
                  searchFor={searchFor}
                  peek={peek}
                  onFilters={onFilters}
                />
                <Button onClick={() => onFilters({})}>Clear filters</Button>
              </>
            )
          }
        />
      }
    >
      {children}
    </FoundList>
  )
}

/** Returns the number of providers as far as it is known: the rest is only counted once it is loaded. */
function countText(
  { provider, providers }: TradeWords,
  shown: number,
  hasMore: boolean,
  order: Sort,
): string {
  if (shown === 0) return ''
  if (hasMore) return `The first ${shown} ${providers}, ${orders[order]}`
  return shown === 1 ? `1 ${provider}` : `${shown} ${providers}, ${orders[order]}`
}

const orders = { rating: 'best rated first', distance: 'nearest first', price: 'cheapest first' }

function emptyText({ provider }: TradeWords, filters: Filters): string {
  const { length } = activeFilters(filters)
  if (length > 2) return `No ${provider} matches all ${length} filters.`
  if (length === 2) return `No ${provider} matches both filters.`
  if (length === 1) return `No ${provider} matches this filter.`
  return `No ${provider} is listed here yet.`
}
