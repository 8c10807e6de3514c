import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Availability } from '#/booking/availability-contract.ts'
import { isBySlot, type Trade } from '#/booking/trades.ts'
import { formatDay } from '#/kernel/time.ts'
import { booking } from './booking.ts'
import css from './Editor.module.css'
import { HolidayForm } from './HolidayForm.tsx'
import type { HolidayEdit } from './holiday-form.ts'
import { OutsideDialogOnDemand } from './OutsideDialogOnDemand.tsx'
import { Removed } from './Removed.tsx'
import { useSave } from './use-save.ts'

type Props = { trade: Trade; saved: Availability; form: HolidayEdit }
type Entry = Availability['holidays'][number]

/** Lists holidays. Removing one can be undone. */
export function Holidays({ trade, saved, form }: Props) {
  const [removed, setRemoved] = useState<Entry | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const removal = useSave(booking.call.removeHoliday, {
    onSaved: ({ id }) => setRemoved(saved.holidays.find((entry) => entry.id === id) ?? null),
  })
  const undo = useSave(booking.call.addHoliday, { onSaved: () => setRemoved(null) })
  const isBusy = removal.isBusy || undo.isBusy

  // The button that opened the form reappears only once the form is gone.
  const { opened } = form
  const wasOpened = useRef(false)
  useEffect(() => {
    if (wasOpened.current && !opened) opener.current?.focus()
    wasOpened.current = opened
  }, [opened])
  function bringBack({ startDate, endDate, reason }: Entry) {
    undo.save({ trade, startDate, endDate, reason })
  }

  return (
    <section className={css.section} aria-labelledby="holidays">
      <h2 id="holidays">Holidays</h2>
      <p className={css.lead}>
        Owners can’t book you on these days.
        {!isBySlot(trade) && ' Stays and weekly repeats leave them out too.'}
      </p>
      {saved.holidays.length === 0 && !form.opened && !removed && (
        <p className={css.none}>No upcoming holidays.</p>
      )}
      <ul className={css.list}>
        {saved.holidays.map((entry) => (
          <li key={entry.id}>
            <div className={css.entry}>
              <p>
                <strong>{daysOf(entry)}</strong>
                {entry.reason && <span>{entry.reason}</span>}
              </p>
              <Button
                variant="subtle"
                color="gray"
                aria-label={`Remove the holiday ${daysOf(entry)}`}
                aria-disabled={isBusy}
                onClick={() => !isBusy && removal.save({ trade, id: entry.id })}
              >
                Remove
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {removed && <Removed what={daysOf(removed)} isBusy={isBusy} onUndo={() => bringBack(removed)} />}
      <p role="alert" className={css.failure}>
        {removal.failure || undo.failure}
      </p>
      {form.opened ? (
        <HolidayForm trade={trade} saved={saved} form={form} onDone={form.close} />
      ) : (
        <div>
          <Button ref={opener} variant="default" onClick={form.open}>
            Add a holiday
          </Button>
        </div>
      )}
      <OutsideDialogOnDemand save={undo} timeZone={saved.settings.timeZone} />
    </section>
  )
}

const daysOf = ({ startDate, endDate }: Entry) =>
  startDate === endDate ? formatDay(startDate) : `${formatDay(startDate)} – ${formatDay(endDate)}`
