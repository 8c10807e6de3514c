import { Button, Switch, TextInput } from '@mantine/core'
import { type SyntheticEvent, useEffect } from 'react'
import type { Availability } from '#/booking/availability-contract.ts'
import { daysAheadLimit } from '#/booking/hours.ts'
import type { Trade } from '#/booking/trades.ts'
import { addDays, formatDay, isDay } from '#/kernel/time.ts'
import { booking } from './booking.ts'
import { DayHours } from './DayHours.tsx'
import { type DateEdit, dateOf } from './date-form.ts'
import css from './Editor.module.css'
import { addedRange } from './hours-draft.ts'
import { OutsideDialogOnDemand } from './OutsideDialogOnDemand.tsx'
import { useFormSave } from './use-form-save.ts'
import { withKnownIds } from './week.ts'

type Props = { trade: Trade; saved: Availability; form: DateEdit; onDone(): void }

export function DateForm({ trade, saved, form, onDone }: Props) {
  const { ref, draft, version, problems, change, check, opened, today } = form
  const save = useFormSave(booking.call.saveDate, form, {
    told: 'The date is saved.',
    versionIn: ({ dates }) => dates.find(({ date }) => date === draft.date)?.version,
    onSaved: onDone,
  })
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref])

  function submit(event: SyntheticEvent) {
    if (!check(event) || save.isBusy) return
    const { date, isOpen, ranges } = dateOf(draft)
    const known = saved.dates.find((own) => own.date === date)?.ranges ?? []
    save.save({ trade, date, isOpen, ranges: withKnownIds(ranges, known), version })
  }

  const name = isDay(draft.date) ? formatDay(draft.date) : 'this date'
  return (
    <form ref={ref} className={css.inline} onSubmit={submit} noValidate aria-label="Hours of one date">
      {opened?.date === null && (
        <div data-field="date" className={css.narrow}>
          <TextInput
            type="date"
            label="Date"
            required
            min={today}
            max={addDays(today, daysAheadLimit)}
            value={draft.date}
            error={problems['date']}
            onChange={(event) => change({ ...draft, date: event.currentTarget.value })}
          />
        </div>
      )}
      <Switch
        label={`Open on ${name}`}
        checked={draft.isOpen}
        classNames={{ body: css.switch, label: css.switchLabel }}
        onChange={(event) => {
          const isOpen = event.currentTarget.checked
          const ranges = isOpen && draft.ranges.length === 0 ? [addedRange([], trade)] : draft.ranges
          change({ ...draft, isOpen, ranges })
        }}
      />
      {draft.isOpen && (
        <DayHours
          name={name}
          dayKey="date"
          trade={trade}
          ranges={draft.ranges}
          problems={problems}
          onChange={(ranges) => change({ ...draft, ranges })}
        />
      )}
      <p role="alert" className={css.failure}>
        {save.failure}
        {save.failure && save.isStale && ' Save again to replace it with yours.'}
      </p>
      <div className={css.actions}>
        <Button type="submit" aria-disabled={save.isBusy}>
          {save.isBusy ? 'Saving...' : 'Save date'}
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
      <OutsideDialogOnDemand save={save} timeZone={saved.settings.timeZone} />
    </form>
  )
}
