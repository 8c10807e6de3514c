import { Button } from '@mantine/core'
import { useId } from 'react'
import { LinkedItem } from '#/kernel/web/list/LinkedItem.tsx'
import type { MeetGreet } from '#/sitting/meet-contract.ts'
import { MeetCard } from './MeetCard.tsx'
import css from './MeetGreets.module.css'
import type { useMeets } from './meets.ts'

type Props = { query: ReturnType<typeof useMeets>; linked: MeetGreet | undefined }

/**
 * Shows a side's meet & greets beside its appointments; nothing if there are none. The one that the URL leads to comes
 * first, unless it's on the first page.
 */
export function MeetGreets({ query, linked }: Props) {
  const titleId = useId()
  const pages = query.data?.pages ?? []
  const apart = linked && pages[0]?.rows.every(({ id }) => id !== linked.id) ? [linked] : []
  const meets = [...apart, ...pages.flatMap(({ rows }) => rows).filter(({ id }) => id !== apart[0]?.id)]
  if (meets.length === 0) return null
  return (
    <section className={css.meets} aria-labelledby={titleId}>
      <h2 id={titleId}>Meet & greets</h2>
      <ul className={css.list}>
        {meets.map((meet) => (
          <LinkedItem key={meet.id} record={meet.id}>
            <MeetCard meet={meet} />
          </LinkedItem>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          variant="default"
          aria-disabled={query.isFetchingNextPage}
          onClick={() => !query.isFetchingNextPage && void query.fetchNextPage()}
        >
          {query.isFetchingNextPage ? 'Loading...' : 'Show more meet & greets'}
        </Button>
      )}
    </section>
  )
}
