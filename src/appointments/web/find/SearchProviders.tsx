import { type ReactNode, useCallback, useMemo } from 'react'
import { useSession } from '#/accounts/web/index.ts'
import type { TradeWords } from '#/appointments/web/book/trade-words.ts'
import type { Trade } from '#/booking/trades.ts'
import type { ProviderPages } from './FoundList.tsx'
import { drop, type Filters, orderOf, type ProviderSearch, toSearch } from './filters.ts'
import { ProviderFilters, type Speciality } from './ProviderFilters.tsx'
import { ProviderList } from './ProviderList.tsx'
import css from './SearchProviders.module.css'
import { UnknownPlace } from './UnknownPlace.tsx'
import { useOwnPosition, usePosition } from './use-position.ts'
import type { Peek } from './WiderSearches.tsx'

/** A trade's search. */
export type SearchOfTrade<Provider extends { id: string }, Name extends Trade = Trade> = {
  trade: Name
  words: TradeWords
  speciality: Speciality
  /** Loads the list, as soon as there is a search. */
  useProviders(search: ProviderSearch | null): ProviderPages<Provider>
  peek: Peek
}

type Props<Provider extends { id: string }> = SearchOfTrade<Provider> & {
  filters: Filters
  onFilters(filters: Filters, how?: { isTyped: boolean }): void
  /** The page has the person's location above, so the list asks for it. */
  asksPlace?: boolean
  /** Holds typing back while a dialog is open. */
  isHeld?: boolean
  /** Called when the first cards are there; returns a function that cancels what it began. */
  onShown(): () => void
  children(provider: Provider, isOwn: boolean): ReactNode
}

/** Shows the filters and the list they narrow. */
export function SearchProviders<Provider extends { id: string }>(props: Props<Provider>) {
  const { trade, words, speciality, useProviders, peek, onFilters, isHeld = false, onShown, children } = props
  const { asksPlace = false } = props
  const filters = useMemo(() => {
    const { meet, ...others } = props.filters
    return words.onlyInPerson ? others : props.filters
  }, [props.filters, words])
  const userId = useSession().user?.id ?? null
  const { position, isError, retry } = usePosition(filters.near, userId)
  const own = useOwnPosition(userId)
  const isPlaceKnown = !filters.near || Boolean(position)
  const here = (filters.near ? position : own) ?? null
  const isReady = isPlaceKnown && (Boolean(filters.near) || own !== undefined)
  const searchFor = useCallback(
    (some: Filters) => toSearch(some, (some.near ? position : own) ?? null),
    [position, own],
  )
  const list = useProviders(isReady ? searchFor(filters) : null)
  const order = orderOf(filters, here)
  return (
    <>
      <ProviderFilters
        filters={filters}
        words={words}
        speciality={speciality}
        isHeld={isHeld}
        order={order}
        hasPlace={here !== null}
        onChange={onFilters}
      />
      {asksPlace && isReady && !here && !filters.location && (
        <p className={css.ask}>Set your location to see the nearest {words.providers} first.</p>
      )}
      {isPlaceKnown || (position === undefined && !isError) ? (
        <ProviderList
          trade={trade}
          list={list}
          filters={filters}
          order={order}
          words={words}
          searchFor={searchFor}
          peek={peek}
          onFilters={onFilters}
          onShown={onShown}
        >
          {children}
        </ProviderList>
      ) : (
        <UnknownPlace
          near={filters.near}
          onEverywhere={() => onFilters(drop(filters, 'near'))}
          onRetry={isError ? retry : undefined}
        />
      )}
    </>
  )
}
