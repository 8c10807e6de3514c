import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { MINUTE } from '#/kernel/duration.ts'
import { formatInstant, zoneLabel } from '#/kernel/time.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { unlessLive } from '#/kernel/web/live.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { appointments } from './appointments.ts'
import css from './History.module.css'
import { changeText, type Told } from './history-words.ts'

export default function HistoryList({ of }: { of: Told & { id: string } }) {
  const { data, error, isPending, refetch } = useQuery(
    appointments.query.history.queryOptions({
      input: { id: of.id },
      refetchInterval: unlessLive(MINUTE),
      staleTime: 0,
    }),
  )
  if (isPending)
    return (
      <div role="status" aria-label="Loading the history..." className={css.list}>
        <Skeleton height="2.75rem" />
        <Skeleton height="2.75rem" />
      </div>
    )
  if (!data)
    return (
      <div role="alert" className={css.list}>
        <p>{errorText(error)}</p>
        <Button variant="default" onClick={() => void refetch()}>
          Retry
        </Button>
      </div>
    )
  if (data.rows.length === 0) return <p>This appointment has no history yet.</p>
  return (
    <ol className={css.list}>
      {data.rows.map((change) => {
        const zone = zoneLabel(of.timeZone, ownZone(), change.at)
        return (
          <li key={change.id}>
            <p>{changeText(change, of)}</p>
            {change.reason && <q>{change.reason}</q>}
            <time className="tabular" dateTime={change.at.toISOString()}>
              {formatInstant(change.at, of.timeZone)}
              {zone && ` · ${zone}`}
            </time>
          </li>
        )
      })}
    </ol>
  )
}
