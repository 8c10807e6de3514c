import { Button, NativeSelect } from '@mantine/core'
import type { ComponentProps } from 'react'
import { unknownErrorText } from '#/kernel/text.ts'
import { PagedList } from '#/kernel/web/list/PagedList.tsx'
import { SearchField } from '#/kernel/web/list/SearchField.tsx'
import { momentText } from '#/kernel/web/own-clock.ts'
import css from './Desk.module.css'
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

type Props<Row extends { id: string }> = Pick<ComponentProps<typeof PagedList<Row>>, 'query' | 'children'> & {
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
    <>
      <h1>{title}</h1>
      <p className={css.lead}>
        {isRemoved ? 'Only admins can see these. The most recently removed come first.' : lead}
      </p>
      <search className={css.filters}>
        <SearchField search={search} description={searched} onSearch={(q) => show({ q })} />
        <NativeSelect
          label="Show"
          value={isRemoved ? 'removed' : reported && isReported ? 'reported' : ''}
          data={[
            { value: '', label: kept },
            ...(reported ? [{ value: 'reported', label: reported.label }] : []),
            { value: 'removed', label: 'Removed' },
          ]}
          onChange={({ currentTarget: { value } }) => show({ show: value })}
        />
      </search>
      <PagedList
        query={query}
        what={what}
        failed={unknownErrorText}
        empty={{
          drawing: 'no-results',
          sentence: search
            ? notFound
            : isRemoved
              ? `No ${what.many} have been removed.`
              : reported && isReported
                ? reported.none
                : empty,
          action: search && (
            <Button variant="default" onClick={() => show({ q: '' })}>
              Show all {what.many}
            </Button>
          ),
        }}
      >
        {children}
      </PagedList>
    </>
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
