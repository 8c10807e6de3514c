import { Button, Switch } from '@mantine/core'
import { useId, useState } from 'react'
import type { Trade } from '#/booking/trades.ts'
import { WEEKDAYS, type Weekday } from '#/kernel/time.ts'
import { CopyDay } from './CopyDay.tsx'
import css from './DayCard.module.css'
import { DayHours } from './DayHours.tsx'
import { addedRange, type DayDraft, dayWords, type HoursProblems, hasProblem } from './hours-draft.ts'
import { weekdayName } from './weekday-name.ts'

type Props = {
  day: Weekday
  trade: Trade
  draft: DayDraft
  /** Instead of 'Closed', if owners can book the day without hours. */
  closed: string | undefined
  /** Changes with every save, after which removed rows can't be brought back. */
  version: string | undefined
  problems: HoursProblems
  onChange(draft: DayDraft): void
  onCopy(to: Weekday[]): void
}

/**
 * Shows one day of the week: on or off, with its hours as text or, unfolded, in fields that can be copied to other
 * days.
 */
export function DayCard({ day, trade, draft, closed, version, problems, onChange, onCopy }: Props) {
  const [wanted, setWanted] = useState(false)
  const fieldsId = useId()
  const name = weekdayName(day)
  const { isOpen, ranges } = draft
  const isBad = hasProblem(draft, day, problems)
  // A problem unfolds the day, which stays open while it is fixed.
  if (isBad && !wanted) setWanted(true)
  const isUnfolded = isOpen && wanted

  function switchTo(on: boolean) {
    const isNew = on && ranges.length === 0
    if (isNew) setWanted(true)
    onChange({ isOpen: on, ranges: isNew ? [addedRange([], trade)] : ranges })
  }

  return (
    <div className={css.day}>
      <div className={css.head}>
        <Switch
          label={name}
          checked={isOpen}
          classNames={{ body: css.switch, label: css.name }}
          onChange={(event) => switchTo(event.currentTarget.checked)}
        />
        <p className={css.words}>{(!isOpen && closed) || dayWords(draft)}</p>
        {isOpen && !isBad && (
          <Button
            variant="subtle"
            aria-expanded={isUnfolded}
            aria-controls={isUnfolded ? fieldsId : undefined}
            aria-label={`${isUnfolded ? 'Close' : 'Change'} ${name}`}
            onClick={() => setWanted(!isUnfolded)}
          >
            {isUnfolded ? 'Close' : 'Change'}
          </Button>
        )}
      </div>
      {isUnfolded && (
        <div id={fieldsId}>
          <DayHours
            key={version}
            name={name}
            dayKey={day}
            trade={trade}
            ranges={ranges}
            problems={problems}
            onChange={(next) => onChange({ ...draft, ranges: next })}
          >
            {ranges.length > 0 && (
              <CopyDay name={name} others={WEEKDAYS.filter((other) => other !== day)} onCopy={onCopy} />
            )}
          </DayHours>
        </div>
      )}
    </div>
  )
}
