import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { unknownErrorText } from '#/kernel/text.ts'
import { byCursor } from '#/kernel/web/list/by-cursor.ts'
import { PagedList } from '#/kernel/web/list/PagedList.tsx'
import { momentText } from '#/kernel/web/own-clock.ts'
import type { QueueRow } from '#/verification/contract.ts'
import { admin } from './admin.ts'
import css from './Desk.module.css'
import { recordAddress, recordName } from './words.ts'

/** Refetched, because others submit and decide meanwhile. */
const options = () =>
  admin.query.queue.infiniteOptions({
    ...byCursor,
    input: (cursor) => ({ cursor }),
    refetchOnWindowFocus: 'always',
  })

/** Counts waiting records: '3', '20+', '0', or undefined while unknown. */
export function useWaiting(): string | undefined {
  const first = useInfiniteQuery(options()).data?.pages[0]
  return first && `${first.rows.length}${first.nextCursor ? '+' : ''}`
}

export function QueueView() {
  const query = useInfiniteQuery({ ...options(), select: withIds })
  return (
    <>
      <h1>Providers to check</h1>
      <p className={css.lead}>The longest wait comes first.</p>
      <PagedList
        dense
        query={query}
        what={{ one: 'provider', many: 'providers' }}
        failed={unknownErrorText}
        empty={{ drawing: 'success', sentence: 'Nobody is waiting.', action: null }}
      >
        {(row) => <QueueLine row={row} />}
      </PagedList>
    </>
  )
}

/** Lists identify rows by `id`; a record's is unique among all kinds. */
const withIds = ({ pages }: { pages: { rows: QueueRow[] }[] }) => ({
  pages: pages.map(({ rows }) => ({ rows: rows.map((row) => ({ ...row, id: row.recordId })) })),
})

function QueueLine({ row }: { row: QueueRow }) {
  return (
    <article className={css.row} tabIndex={-1} aria-label={row.displayName}>
      <Link to={recordAddress(row.record, row.recordId)} className={css.rowLink}>
        <strong>{row.displayName}</strong>
        <span className={css.soft}>{recordName(row.record)}</span>
        <span className={css.soft}>since {momentText(row.waitingSince)}</span>
      </Link>
    </article>
  )
}
