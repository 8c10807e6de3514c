import { Button } from '@mantine/core'
import { useId } from 'react'
import { MeetCard } from './MeetCard.tsx'
import css from './MeetGreets.module.css'
import type { useMeets } from './meets.ts'

/** Shows a side's meet & greets above its appointments; nothing if there are none. */
export function MeetGreets({ query }: { query: ReturnType<typeof useMeets> }) {
  const titleId = useId()
  const meets = query.data?.pages.flatMap(({ rows }) => rows) ?? []
  if (meets.length === 0) return null
  return (
    <section className={css.meets} aria-labelledby={titleId}>
      <h2 id={titleId}>Meet & greets</h2>
      <ul className={css.list}>
        {meets.map((meet) => (
          <li key={meet.id}>
            <MeetCard meet={meet} />
          </li>
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
