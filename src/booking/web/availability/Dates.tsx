import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Availability } from '#/booking/availability-contract.ts'
import type { Trade } from '#/booking/trades.ts'
import { formatDay } from '#/kernel/time.ts'
import { booking } from './booking.ts'
import { DateForm } from './DateForm.tsx'
import type { DateEdit } from './date-form.ts'
import css from './Editor.module.css'
import { OutsideDialogOnDemand } from './OutsideDialogOnDemand.tsx'
import { Removed } from './Removed.tsx'
import { useSave } from './use-save.ts'

type Props = { trade: Trade; saved: Availability; form: DateEdit }
type Entry = Availability['dates'][number]

/** Lists dates that don't follow the week. Removing one can be undone. */
export function Dates({ trade, saved, form }: Props) {
  const [removed, setRemoved] = useState<Entry | null>(null)
  const section = useRef<HTMLElement>(null)
  const removal = useSave(booking.call.removeDate, {
    onSaved: ({ date }) => setRemoved(saved.dates.find((entry) => entry.date === date) ?? null),
  })
  const undo = useSave(booking.call.saveDate, { onSaved: () => setRemoved(null) })
  const isBusy = removal.isBusy || undo.isBusy

  // The focus returns to the button that opened the form, which reappears only once the form is gone.
  const { opened } = form
  const opener = useRef<string | null>(null)
  useEffect(() => {
    const last = opener.current
    opener.current = opened && (opened.date ?? 'new')
    if (last && !opened) section.current?.querySelector<HTMLElement>(`[data-opens="${last}"]`)?.focus()
  }, [opened])
  function bringBack({ date, isOpen, ranges }: Entry) {
    undo.save({ trade, date, isOpen, ranges: ranges.map((range) => ({ ...range, id: null })) })
  }

  return (
    <section ref={section} className={css.section} aria-labelledby="single-dates">
      <h2 id="single-dates">Single dates</h2>
      <p className={css.lead}>A date’s own hours replace the weekly hours and breaks on that day.</p>
      {saved.dates.length === 0 && !form.opened && !removed && (
        <p className={css.none}>No dates have their own hours.</p>
      )}
      <ul className={css.list}>
        {saved.dates.map((entry) => (
          <li key={entry.date}>
            {form.opened?.date === entry.date ? (
              <DateForm trade={trade} saved={saved} form={form} onDone={form.close} />
            ) : (
              <div className={css.entry}>
                <p>
                  <strong>{formatDay(entry.date)}</strong>
                  <span className="tabular">{wordsOf(entry)}</span>
                </p>
                <div className={css.buttons}>
                  <Button
                    variant="subtle"
                    data-opens={entry.date}
                    aria-label={`Change ${formatDay(entry.date)}`}
                    onClick={() => form.open(entry.date)}
                  >
                    Change
                  </Button>
                  <Button
                    variant="subtle"
                    color="gray"
                    aria-label={`Remove ${formatDay(entry.date)}`}
                    aria-disabled={isBusy}
                    onClick={() =>
                      !isBusy && removal.save({ trade, date: entry.date, version: entry.version })
                    }
                  >
                    Remove
                  </Button>
                </div>
              </div>
            )}
          </li>
        ))}
      </ul>
      {removed && (
        <Removed what={formatDay(removed.date)} isBusy={isBusy} onUndo={() => bringBack(removed)} />
      )}
      <p role="alert" className={css.failure}>
        {removal.failure || undo.failure}
      </p>
      {form.opened?.date === null ? (
        <DateForm trade={trade} saved={saved} form={form} onDone={form.close} />
      ) : (
        <div>
          <Button variant="default" data-opens="new" onClick={() => form.open(null)}>
            Add a date
          </Button>
        </div>
      )}
      <OutsideDialogOnDemand save={removal.outside ? removal : undo} timeZone={saved.settings.timeZone} />
    </section>
  )
}

function wordsOf({ isOpen, ranges }: Entry): string {
  if (!isOpen) return 'Closed'
  return ranges.map(({ startTime, endTime }) => `${startTime}–${endTime}`).join(', ')
}
