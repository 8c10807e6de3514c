import { Button } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import type { TradeWords } from '#/appointments/web/book/trade-words.ts'
import type { Trade } from '#/booking/trades.ts'
import { MINUTE } from '#/kernel/duration.ts'
import { activeFilters, drop, type Filters, nameOf, type ProviderSearch } from './filters.ts'

/** Asks for the first page of a search alone. */
export type Peek = (search: ProviderSearch) => Promise<{ rows: unknown[]; nextCursor: string | null }>

type Props = {
  trade: Trade
  filters: Filters
  words: TradeWords
  searchFor: (filters: Filters) => ProviderSearch
  peek: Peek
  onFilters: (filters: Filters) => void
}

/** Offers to remove one filter when none matches; each button shows how many providers match then. */
export function WiderSearches({ trade, filters, words, searchFor, peek, onFilters }: Props) {
  const active = activeFilters(filters)
  const wider = useQueries({
    queries: (active.length > 1 ? active : []).map((filter) => {
      const asked = searchFor(drop(filters, filter))
      return { queryKey: ['wider search', trade, asked], queryFn: () => peek(asked), staleTime: MINUTE }
    }),
  })
  return wider.map(({ data }, index) => {
    const filter = active[index]!
    const rows = data?.rows.length ?? 0
    if (rows === 0) return null
    const count = data?.nextCursor ? `${rows} or more` : rows
    return (
      <Button key={filter} variant="light" onClick={() => onFilters(drop(filters, filter))}>
        Without {nameOf(filter, filters)}: {count}{' '}
        {rows === 1 && !data?.nextCursor ? words.provider : words.providers}
      </Button>
    )
  })
}
