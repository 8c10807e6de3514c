import { Button } from '@mantine/core'
import { type ReactNode, useCallback } from 'react'
import { useSession } from '#/accounts/web/index.ts'
import { appointmentsText } from '#/appointments/text.ts'
import { FoundList, Note, UnknownPlace, useOwnPosition, usePosition } from '#/appointments/web/index.ts'
import { errorCode } from '#/kernel/web/error-text.ts'
import type { Plan } from '#/sitting/plan.ts'
import { sittingText } from '#/sitting/text.ts'
import { useSitters } from '#/sitting/web/sitting.ts'
import {
  activeFilters,
  type SitterAddress,
  type SitterFilters,
  type SitterSort,
  sortOf,
  toSearch,
  widen,
} from './address.ts'
import css from './FindPage.module.css'
import { SitterCard } from './SitterCard.tsx'
import { SitterFiltersBar } from './SitterFiltersBar.tsx'
import { count as countOf } from './search-words.ts'

type Props = {
  address: SitterAddress
  /** With a plan, only sitters who have room for it. */
  plan: Plan | null
  onFilters(filters: SitterFilters): void
  onEverywhere(): void
  /** Shown if nobody is found and no filter is set. */
  changeSearch: ReactNode
}

const words = { providers: 'pet sitters' }

/** Shows the filters and the matching sitters. */
export function FindSitters({ address, plan, onFilters, onEverywhere, changeSearch }: Props) {
  const { wanted, filters } = address
  const near = wanted.near || undefined
  const userId = useSession().user?.id ?? null
  const { position, isError, retry } = usePosition(near, userId)
  const own = useOwnPosition(userId)
  const isPlaceKnown = !near || Boolean(position)
  const here = (near ? position : own) ?? null
  const isReady = near ? isPlaceKnown : own !== undefined
  const list = useSitters(isReady ? toSearch(address, plan, here) : null)
  const sort = sortOf(filters, here)
  const count = useCallback((shown: number, hasMore: boolean) => countText(shown, hasMore, sort), [sort])
  const refusal = list.isError && refusalText(list.error)
  return (
    <>
      <SitterFiltersBar address={address} sort={sort} hasPlace={here !== null} onChange={onFilters} />
      {isReady && !here && <p className={css.ask}>Set your location to see the pet sitters nearby first.</p>}
      {isPlaceKnown || (position === undefined && !isError) ? (
        <FoundList
          trade="sitting"
          list={list}
          words={words}
          count={count}
          empty={<NobodyFound filters={filters} onFilters={onFilters} changeSearch={changeSearch} />}
          refused={refusal && <Note drawing="no-results" title={refusal} action={changeSearch} />}
        >
          {(sitter) => <SitterCard sitter={sitter} address={address} plan={plan} />}
        </FoundList>
      ) : (
        <UnknownPlace near={near} onEverywhere={onEverywhere} onRetry={isError ? retry : undefined} />
      )}
    </>
  )
}

type NobodyProps = Pick<Props, 'onFilters' | 'changeSearch'> & { filters: SitterFilters }

function NobodyFound({ filters, onFilters, changeSearch }: NobodyProps) {
  const active = activeFilters(filters)
  return (
    <Note
      drawing="no-results"
      title="No Pet Sitters Found"
      action={
        <>
          {filters.within && <Button onClick={() => onFilters(widen(filters))}>Widen distance</Button>}
          {active.some((filter) => filter !== 'within') && (
            <Button variant={filters.within ? 'default' : 'filled'} onClick={() => onFilters({})}>
              Clear filters
            </Button>
          )}
          {active.length === 0 && changeSearch}
        </>
      }
    />
  )
}

/** Returns why the same search would be refused again; undefined if a retry may succeed. */
const refusalText = (error: unknown): string | undefined =>
  (({ ...appointmentsText, ...sittingText }) as Record<string, string>)[errorCode(error)]

const orders: Readonly<Record<SitterSort, string>> = {
  fit: 'best fit first',
  price: 'cheapest first',
  rating: 'best rated first',
  distance: 'nearest first',
}

function countText(shown: number, hasMore: boolean, sort: SitterSort): string {
  if (shown === 0) return ''
  if (hasMore) return `The first ${countOf(shown, 'pet sitter')}, ${orders[sort]}`
  return shown === 1 ? '1 pet sitter' : `${shown} pet sitters, ${orders[sort]}`
}
