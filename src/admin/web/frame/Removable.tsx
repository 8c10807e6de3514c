import type { ComponentProps } from 'react'
import { momentText } from '#/kernel/web/own-clock.ts'
import { DeskList } from './DeskList.tsx'
import { FilterSelect } from './FilterSelect.tsx'
import own from './Removable.module.css'
import { useFilters } from './use-filters.ts'

/** Keeps the search and the filter of such a list in the address. */
export function useRemovable(view: string) {
  const {
    filters: { q: search, show },
    go,
  } = useFilters(view, ['q', 'show'])
  const isRemoved = show === 'removed'
  const isReported = show === 'reported'
  return {
    search,
    isRemoved,
    isReported,
    show: go,
    input: (cursor: string | undefined) => ({
      cursor,
      ...(search && { search }),
      ...(isRemoved && { show: 'removed' as const }),
    }),
  }
}

type Props<Row extends { id: string }> = Pick<ComponentProps<typeof DeskList<Row>>, 'query' | 'children'> & {
  filter: ReturnType<typeof useRemovable>
  what: { one: string; many: string }
  title: string
  lead: string
  /** Says below the search field which names it covers. */
  searched: string
  /** Labels the option for rows that haven't been removed. */
  kept: string
  /** Labels the option for rows with open reports, and says that there are none. */
  reported?: { label: string; none: string }
  notFound: string
  empty: string
}

/** Lists rows that admins can remove, with a search by name and a filter for removed ones. */
export function RemovableList<Row extends { id: string }>({
  filter,
  what,
  title,
  lead,
  searched,
  kept,
  reported,
  notFound,
  empty,
  query,
  children,
}: Props<Row>) {
  const { search, isRemoved, isReported, show } = filter
  return (
    <DeskList
      title={title}
      lead={isRemoved ? 'Only admins can see these. The most recently removed come first.' : lead}
      query={query}
      what={what}
      search={{ search, description: searched, onSearch: (q) => show({ q }) }}
      filters={
        <FilterSelect
          value={isRemoved ? 'removed' : reported && isReported ? 'reported' : ''}
          options={{ '': kept, ...(reported && { reported: reported.label }), removed: 'Removed' }}
          onChange={(value) => show({ show: value })}
        />
      }
      empty={
        search
          ? notFound
          : isRemoved
            ? `No ${what.many} have been removed.`
            : reported && isReported
              ? reported.none
              : empty
      }
      onAll={search && (() => show({ q: '' }))}
    >
      {children}
    </DeskList>
  )
}

export function Removal({
  removal: { at, by, reason },
}: {
  removal: { at: Date; by: string; reason: string }
}) {
  return (
    <p className={own.words}>
      Removed by {by}, {momentText(at)}: {reason}
    </p>
  )
}
