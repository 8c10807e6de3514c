import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Drawing, type DrawingName } from '#/kernel/web/Drawing.tsx'
import { LinkedItem } from './LinkedItem.tsx'
import css from './PagedList.module.css'
import { useKeptFocus } from './use-kept-focus.ts'
import { useLinkedRecord } from './use-linked-record.ts'

type Paged<Row> = {
  data: { pages: { rows: Row[] }[] } | undefined
  isError: boolean
  isFetching: boolean
  isFetchingNextPage: boolean
  hasNextPage: boolean
  refetch: () => unknown
  fetchNextPage: () => Promise<unknown>
}

type Props<Row> = {
  query: Paged<Row>
  what: { one: string; many: string }
  empty: { drawing: DrawingName; sentence: string; action: ReactNode }
  failed: string
  dense?: boolean
  /** Cards side by side where there is room. */
  tiles?: boolean
  /** The card's key, which stays the same when its first row changes. */
  keyOf?: (row: Row) => string
  /** The number of things that a card stands for, like the days of a series. */
  countOf?: (row: Row) => number
  /** The record that the URL leads to. It comes first, unless it's on the list's first page. */
  linked?: Row | undefined
  children: (row: Row) => ReactNode
}

/**
 * Shows cards or rows, 20 a page, in every state of a list. The focus is never lost when a card goes or a page comes.
 */
export function PagedList<Row extends { id: string }>({
  query,
  what,
  empty,
  failed,
  dense = false,
  tiles = false,
  keyOf = ({ id }) => id,
  countOf = () => 1,
  linked,
  children,
}: Props<Row>) {
  const list = useRef<HTMLUListElement>(null)
  const shape = dense ? css.rows : tiles ? css.tiles : css.list
  const region = useRef<HTMLDivElement>(null)
  const record = useLinkedRecord()
  const isFirst = (row: Row) => row.id === record
  const apart = query.data && linked && isFirst(linked) && !query.data.pages[0]!.rows.some(isFirst) && linked
  const rows = query.data?.pages.flatMap((page) => page.rows).filter((row) => !apart || !isFirst(row))
  const count = rows?.length
  const whole = rows?.reduce((sum, row) => sum + countOf(row), 0)
  useKeptFocus(region)

  const countBefore = useRef<number>(undefined)
  function showMore() {
    if (query.isFetchingNextPage) return
    countBefore.current = count ?? 0
    void query.fetchNextPage()
  }
  useEffect(() => {
    const first = countBefore.current
    if (first === undefined || (count ?? 0) <= first) return
    countBefore.current = undefined
    list.current?.children[first]?.querySelector('article')?.focus({ preventScroll: true })
  }, [count])

  return (
    <div ref={region} tabIndex={-1} className={css.region} aria-busy={!rows}>
      <p className={css.spoken} role="status">
        {rows
          ? `${whole} ${whole === 1 ? what.one : what.many}${query.hasNextPage ? ' shown, more below' : ''}`
          : `Loading ${what.many}`}
      </p>
      {apart && (
        <>
          <p className={css.apart}>From your link</p>
          <ul className={shape}>
            <LinkedItem record={apart.id}>{children(apart)}</LinkedItem>
          </ul>
          <p className={css.apart}>All {what.many}</p>
        </>
      )}
      {rows === undefined && query.isError && !query.isFetching ? (
        <Message drawing="something-went-wrong" sentence={failed}>
          <Button onClick={() => query.refetch()}>Retry</Button>
        </Message>
      ) : rows === undefined ? (
        <div className={shape}>
          {[1, 2, 3].map((ghost) => (
            <div key={ghost} className={css.ghost} />
          ))}
        </div>
      ) : rows.length === 0 ? (
        <Message drawing={empty.drawing} sentence={empty.sentence}>
          {empty.action}
        </Message>
      ) : (
        <ul className={shape} ref={list}>
          {rows.map((row) => (
            <LinkedItem key={keyOf(row)} record={row.id}>
              {children(row)}
            </LinkedItem>
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button
          variant="default"
          className={css.more}
          aria-disabled={query.isFetchingNextPage}
          onClick={showMore}
        >
          {query.isFetchingNextPage ? 'Loading...' : 'Show more'}
        </Button>
      )}
    </div>
  )
}

type MessageProps = {
  drawing: DrawingName
  sentence: string
  children: ReactNode
}

function Message({ drawing, sentence, children }: MessageProps) {
  return (
    <div className={css.message}>
      <Drawing name={drawing} />
      <p tabIndex={-1}>{sentence}</p>
      {children}
    </div>
  )
}
