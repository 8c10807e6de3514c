import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Removed } from '#/booking/web/index.ts'
import { formatDay } from '#/kernel/time.ts'
import type { OwnCalendar } from '#/sitting/shapes.ts'
import { sitting } from '#/sitting/web/sitting.ts'
import { DaysAwayForm } from './DaysAwayForm.tsx'
import css from './OwnCalendarTab.module.css'
import { useCalendarWrite } from './use-calendar-write.ts'

type Entry = OwnCalendar['holidays'][number]

/** Lists days away. Removing some can be undone. */
export function DaysAway({ calendar }: { calendar: OwnCalendar }) {
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Entry | null>(null)
  const [failure, setFailure] = useState('')
  const opener = useRef<HTMLButtonElement>(null)
  const { holidays } = calendar
  const removal = useCalendarWrite(sitting.call.removeHoliday, {
    onSaved: ({ id }) => setRemoved(holidays.find((entry) => entry.id === id) ?? null),
    onFailed: setFailure,
  })
  const undo = useCalendarWrite(sitting.call.addHoliday, {
    onSaved: () => setRemoved(null),
    onFailed: setFailure,
  })
  const isBusy = removal.isPending || undo.isPending

  // The button that opened the form reappears only once the form is gone.
  const wasAdding = useRef(false)
  useEffect(() => {
    if (wasAdding.current && !isAdding) opener.current?.focus()
    wasAdding.current = isAdding
  }, [isAdding])

  return (
    <section className={css.section} aria-labelledby="days-away">
      <h2 id="days-away">Days away</h2>
      <p className={css.lead}>Owners can’t book these days, and weekly repeats skip them.</p>
      {holidays.length === 0 && !isAdding && !removed && <p className={css.lead}>No upcoming days away.</p>}
      <ul className={css.list}>
        {holidays.map((entry) => (
          <li key={entry.id}>
            <p>
              <strong>{daysOf(entry)}</strong>
              {entry.reason && <span>{entry.reason}</span>}
            </p>
            <Button
              variant="subtle"
              color="gray"
              aria-label={`Remove ${daysOf(entry)}`}
              aria-disabled={isBusy}
              onClick={() => {
                setFailure('')
                if (!isBusy) removal.mutate({ id: entry.id })
              }}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {removed && (
        <Removed
          what={daysOf(removed)}
          isBusy={isBusy}
          onUndo={() => {
            const { startDate, endDate, reason } = removed
            setFailure('')
            undo.mutate({ startDate, endDate, reason })
          }}
        />
      )}
      <p role="alert" className={css.failure}>
        {failure}
      </p>
      {isAdding ? (
        <DaysAwayForm
          calendar={calendar}
          onDone={() => {
            setRemoved(null)
            setAdding(false)
          }}
        />
      ) : (
        <div>
          <Button ref={opener} variant="default" onClick={() => setAdding(true)}>
            Add days away
          </Button>
        </div>
      )}
    </section>
  )
}

const daysOf = ({ startDate, endDate }: Entry) =>
  startDate === endDate ? formatDay(startDate) : `${formatDay(startDate)} – ${formatDay(endDate)}`
