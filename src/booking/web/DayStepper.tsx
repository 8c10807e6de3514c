import { ActionIcon } from '@mantine/core'
import { type Day, formatDay, formatDayFrom } from '#/kernel/time.ts'
import css from './DayStepper.module.css'
import { type BookingDay, nearestAvailable } from './days.ts'
import { NextIcon, PreviousIcon } from './icons.tsx'

type Props = {
  days: readonly BookingDay[]
  selected: Day | null
  onSelect: (day: Day) => void
  onIntent?: (day: Day) => void
}

/** Shows the chosen date between two buttons that step to the nearest day with free slots. */
export function DayStepper({ days, selected, onSelect, onIntent }: Props) {
  const today = days[0]?.date
  const step = (direction: 1 | -1) => {
    const target = nearestAvailable(days, selected, direction)
    return {
      'aria-disabled': !target,
      onClick: () => target && onSelect(target),
      onPointerEnter: () => target && onIntent?.(target),
      onFocus: () => target && onIntent?.(target),
    }
  }
  return (
    <div className={css.stepper}>
      <ActionIcon variant="default" aria-label="Previous available date" className={css.step} {...step(-1)}>
        <PreviousIcon />
      </ActionIcon>
      <p className={css.date}>
        {selected && today ? (
          <>
            {formatDay(selected)}
            <span>{relative(today, selected)}</span>
          </>
        ) : (
          'Choose a date'
        )}
      </p>
      <ActionIcon variant="default" aria-label="Next available date" className={css.step} {...step(1)}>
        <NextIcon />
      </ActionIcon>
    </div>
  )
}

function relative(today: Day, day: Day): string | null {
  const name = formatDayFrom(today, day)
  return name === formatDay(day) ? null : name
}
