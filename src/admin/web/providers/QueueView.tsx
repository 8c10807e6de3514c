import { useInfiniteQuery } from '@tanstack/react-query'
import { admin } from '#/admin/web/frame/admin.ts'
import css from '#/admin/web/frame/Desk.module.css'
import { DeskLine, DeskList } from '#/admin/web/frame/DeskList.tsx'
import { countText, deskPages } from '#/admin/web/frame/desk-pages.ts'
import { recordAddress, recordName } from '#/admin/web/frame/words.ts'
import { momentText } from '#/kernel/web/own-clock.ts'
import type { QueueRow } from '#/verification/contract.ts'

/** Refetched, because others submit and decide meanwhile. */
const options = () =>
  admin.query.queue.infiniteOptions({
    ...deskPages,
    input: (cursor) => ({ cursor }),
  })

/** Counts waiting records: '3', '20+', '0', or undefined while unknown. */
export function useWaiting(): string | undefined {
  return countText(useInfiniteQuery(options()).data?.pages[0])
}

export function QueueView() {
  const query = useInfiniteQuery({ ...options(), select: withIds })
  return (
    <DeskList
      dense
      title="Providers to check"
      lead="The longest wait comes first."
      query={query}
      what={{ one: 'provider', many: 'providers' }}
      empty="Nobody is waiting."
      drawing="success"
    >
      {(row) => <QueueLine row={row} />}
    </DeskList>
  )
}

/** Lists identify rows by `id`; a record's is unique among all kinds. */
const withIds = ({ pages }: { pages: { rows: QueueRow[] }[] }) => ({
  pages: pages.map(({ rows }) => ({ rows: rows.map((row) => ({ ...row, id: row.recordId })) })),
})

function QueueLine({ row }: { row: QueueRow }) {
  return (
    <DeskLine label={row.displayName} to={recordAddress(row.record, row.recordId)}>
      <strong>{row.displayName}</strong>
      <span className={css.soft}>{recordName(row.record)}</span>
      <span className={css.soft}>since {momentText(row.waitingSince)}</span>
    </DeskLine>
  )
}
