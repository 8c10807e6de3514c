import { Button, TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { limits } from '#/kernel/fields.ts'
import { addDays, type Day, dayOf, isDay } from '#/kernel/time.ts'
import { UnsavedChanges } from '#/kernel/web/form/UnsavedChanges.tsx'
import { type Problems, problem, useDraft } from '#/kernel/web/form/use-draft.ts'
import { DayField } from '#/pets/web/index.ts'
import { mostDaysAhead } from '#/sitting/rules.ts'
import type { OwnCalendar } from '#/sitting/shapes.ts'
import { sittingText } from '#/sitting/text.ts'
import { sitting } from '#/sitting/web/sitting.ts'
import css from './OwnCalendarTab.module.css'
import { useCalendarWrite } from './use-calendar-write.ts'

type Draft = { first: string; last: string; reason: string }

const start: Draft = { first: '', last: '', reason: '' }

export function DaysAwayForm({ calendar, onDone }: { calendar: OwnCalendar; onDone(): void }) {
  const today = dayOf(new Date(), calendar.timeZone)
  const latest = addDays(today, mostDaysAhead * 2)
  const { ref, draft, problems, failure, change, fail, check } = useDraft(start, (typed: Draft) =>
    problemsOf(typed, today, latest),
  )
  const add = useCalendarWrite(sitting.call.addHoliday, {
    told: 'Your days away are saved.',
    onSaved: onDone,
    onFailed: fail,
  })
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref])
  return (
    <form
      ref={ref}
      className={css.inline}
      noValidate
      aria-label="New days away"
      onSubmit={(event) => {
        const typed = check(event)
        if (typed && !add.isPending) add.mutate(inputOf(typed))
      }}
    >
      <div className={css.pair}>
        <DayField
          name="first"
          label="First day"
          required
          min={today}
          max={latest}
          value={draft.first}
          problem={problems.first}
          onChange={(first) => change({ first })}
        />
        <DayField
          name="last"
          label="Last day (optional)"
          min={isDay(draft.first) ? draft.first : today}
          max={latest}
          value={draft.last}
          problem={problems.last}
          onChange={(last) => change({ last })}
        />
      </div>
      <TextInput
        label="Reason (optional)"
        description="Only you see it."
        maxLength={limits.title}
        autoComplete="off"
        value={draft.reason}
        onChange={({ currentTarget: { value } }) => change({ reason: value })}
      />
      <p role="alert" className={css.failure}>
        {failure}
      </p>
      <div className={css.actions}>
        <Button type="submit" aria-disabled={add.isPending}>
          {add.isPending ? 'Saving...' : 'Save days away'}
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
      <UnsavedChanges unsaved={JSON.stringify(draft) !== JSON.stringify(start)} />
    </form>
  )
}

/** A single day needs no second date. */
const inputOf = ({ first, last, reason }: Draft) => ({
  startDate: first,
  endDate: last || first,
  reason: reason.trim() || null,
})

function problemsOf(draft: Draft, today: Day, latest: Day): Problems<'first' | 'last'> {
  const { startDate, endDate } = inputOf(draft)
  if (!isDay(startDate)) return { first: 'Required' }
  if (!isDay(endDate)) return { last: 'Required' }
  return {
    ...problem('first', endDate < today && sittingText['sitting.past']),
    ...problem(
      'last',
      endDate < startDate
        ? sittingText['sitting.holiday_ends_first']
        : endDate > latest && 'Please choose an earlier day.',
    ),
  }
}
