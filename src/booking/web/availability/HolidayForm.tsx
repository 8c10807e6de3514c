import { Button, TextInput } from '@mantine/core'
import { type SyntheticEvent, useEffect } from 'react'
import type { Availability } from '#/booking/availability-contract.ts'
import { daysAheadLimit, reasonLimit } from '#/booking/hours.ts'
import type { Trade } from '#/booking/trades.ts'
import { addDays } from '#/kernel/time.ts'
import { booking } from './booking.ts'
import css from './Editor.module.css'
import { type HolidayEdit, holidayOf } from './holiday-form.ts'
import { OutsideDialogOnDemand } from './OutsideDialogOnDemand.tsx'
import { useFormSave } from './use-form-save.ts'

type Props = { trade: Trade; saved: Availability; form: HolidayEdit; onDone(): void }

export function HolidayForm({ trade, saved, form, onDone }: Props) {
  const { ref, draft, problems, change, check, today } = form
  const save = useFormSave(booking.call.addHoliday, form, {
    told: 'The holiday is saved.',
    versionIn: () => undefined,
    onSaved: onDone,
  })
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref])

  function submit(event: SyntheticEvent) {
    if (check(event) && !save.isBusy) save.save({ trade, ...holidayOf(draft) })
  }

  const days = { type: 'date', min: today, max: addDays(today, daysAheadLimit) }
  return (
    <form ref={ref} className={css.inline} onSubmit={submit} noValidate aria-label="New holiday">
      <div className={css.pair}>
        <div data-field="first">
          <TextInput
            {...days}
            label="First day"
            required
            value={draft.startDate}
            error={problems['first']}
            onChange={(event) => change({ ...draft, startDate: event.currentTarget.value })}
          />
        </div>
        <div data-field="last">
          <TextInput
            {...days}
            min={draft.startDate || today}
            label="Last day"
            description="Leave empty for one day"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={draft.endDate}
            error={problems['last']}
            onChange={(event) => change({ ...draft, endDate: event.currentTarget.value })}
          />
        </div>
      </div>
      <TextInput
        label="Reason (optional)"
        description="Only you see it."
        value={draft.reason}
        maxLength={reasonLimit}
        autoComplete="off"
        onChange={(event) => change({ ...draft, reason: event.currentTarget.value })}
      />
      <p role="alert" className={css.failure}>
        {save.failure}
      </p>
      <div className={css.actions}>
        <Button type="submit" aria-disabled={save.isBusy}>
          {save.isBusy ? 'Saving...' : 'Save holiday'}
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
      <OutsideDialogOnDemand save={save} timeZone={saved.settings.timeZone} />
    </form>
  )
}
