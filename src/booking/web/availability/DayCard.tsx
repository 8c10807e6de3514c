import { Switch } from '@mantine/core'
import type { Trade } from '#/booking/trades.ts'
import { WEEKDAYS, type Weekday } from '#/kernel/time.ts'
import { CopyDay } from './CopyDay.tsx'
import css from './DayCard.module.css'
import { DayHours } from './DayHours.tsx'
import { addedRange, type DayDraft, type HoursProblems } from './hours-draft.ts'
import { weekdayName } from './weekday-name.ts'

type Props = {
  day: Weekday
  trade: Trade
  draft: DayDraft
  /** Changes with what is saved: then there is nothing to bring back any more. */
  version: string | undefined
  problems: HoursProblems
  onChange(draft: DayDraft): void
  onCopy(to: Weekday[]): void
}

/** One day of the week: on or off, its hours, and a way to have them on other days too. */
export function DayCard({ day, trade, draft, version, problems, onChange, onCopy }: Props) {
  const name = weekdayName(day)
  const { isOpen, ranges } = draft
  return (
    <div className={css.day} data-day-card={day}>
      <div className={css.head}>
        <Switch
          label={name}
          checked={isOpen}
          classNames={{ root: css.switch, body: css.switchBody, label: css.name }}
          onChange={(event) => {
            const on = event.currentTarget.checked
            onChange({ isOpen: on, ranges: on && ranges.length === 0 ? [addedRange([], trade)] : ranges })
          }}
        />
        {!isOpen && <span className={css.closed}>Closed</span>}
      </div>
      {isOpen && (
        <>
          <DayHours
            key={version}
            name={name}
            dayKey={day}
            trade={trade}
            ranges={ranges}
            problems={problems}
            onChange={(next) => onChange({ ...draft, ranges: next })}
          />
          {ranges.length > 0 && (
            <CopyDay name={name} others={WEEKDAYS.filter((other) => other !== day)} onCopy={onCopy} />
          )}
        </>
      )}
    </div>
  )
}
