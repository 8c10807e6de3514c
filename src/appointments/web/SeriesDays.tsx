import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Appointment } from '#/appointments/contract.ts'
import { dayOf, formatDayFrom } from '#/kernel/time.ts'
import { ChevronIcon } from './icons.tsx'
import css from './SeriesDays.module.css'
import { StatusChip } from './StatusChip.tsx'
import { timesText } from './times-text.ts'
import { isSkipped, rowFeeText } from './words.ts'

type Shown = Omit<Appointment, 'provider'>

type Props<Row> = {
  /** Those that are shown at once. */
  rows: readonly Row[]
  count: number
  all: {
    data: { pages: { rows: Row[] }[] } | undefined
    isFetching: boolean
    hasNextPage: boolean
    fetchNextPage: () => unknown
  }
  isWhole: boolean
  setWhole: (isWhole: boolean) => void
  /** The one that stands above in full. */
  without?: string
  title?: string
  now: Date
  /** Draws the part that unfolds. */
  children: (row: Row) => ReactNode
}

/** The days of a series as rows, each of which unfolds. */
export function SeriesDays<Row extends Shown>({
  rows,
  count,
  all,
  isWhole,
  setWhole,
  without,
  title,
  now,
  children,
}: Props<Row>) {
  const listId = useId()
  const list = useRef<HTMLUListElement>(null)
  const loaded = all.data?.pages.flatMap((page) => page.rows).filter(({ id }) => id !== without)
  const shown = isWhole && loaded ? loaded : rows
  // The focus goes to the first row that was not there before.
  const before = useRef<number>(undefined)
  useEffect(() => {
    const first = before.current
    if (first === undefined || shown.length <= first) return
    before.current = undefined
    list.current?.children[first]?.querySelector('button')?.focus({ preventScroll: true })
  }, [shown.length])
  const isLoading = isWhole && all.isFetching && shown.length < count
  const mayShowMore = !isWhole ? count > rows.length : isLoading || all.hasNextPage
  function showMore() {
    if (isLoading) return
    before.current = shown.length
    if (isWhole) void all.fetchNextPage()
    else setWhole(true)
  }
  return (
    <div className={css.days}>
      {title && <h3>{title}</h3>}
      <ul className={css.list} id={listId} ref={list}>
        {shown.map((row) => (
          <Day key={row.id} appointment={row} now={now}>
            {children(row)}
          </Day>
        ))}
      </ul>
      {mayShowMore ? (
        <button type="button" className={css.more} aria-controls={listId} onClick={showMore}>
          {isLoading ? 'Loading...' : isWhole ? 'Show more days' : `Show ${count - rows.length} more`}
        </button>
      ) : (
        isWhole &&
        shown.length > rows.length && (
          <button type="button" className={css.more} aria-controls={listId} onClick={() => setWhole(false)}>
            Show fewer
          </button>
        )
      )}
    </div>
  )
}

function Day({ appointment, now, children }: { appointment: Shown; now: Date; children: ReactNode }) {
  const { date, timeZone, status } = appointment
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const fee = rowFeeText(appointment)
  return (
    <li>
      <button
        type="button"
        className={css.row}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={css.when}>
          <strong>{formatDayFrom(dayOf(now, timeZone), date)}</strong>{' '}
          <span className="tabular">{timesText(appointment)}</span>
        </span>
        <span className={css.fee}>{fee}</span>
        <StatusChip status={status} phase={appointment.phase} isSkipped={isSkipped(appointment)} />
        <ChevronIcon />
      </button>
      <div id={id} className={css.unfolded} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </li>
  )
}
