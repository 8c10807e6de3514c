import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { type Day, formatDay } from '#/kernel/time.ts'
import css from './Calendar.module.css'
import { type BookingDay, type CalendarCell, canBeChosen, dayByKey, firstChoice, weeksOf } from './days.ts'

type Props = {
  /** The calendar's name for screen readers. */
  label: string
  days: readonly BookingDay[]
  selected: Day | null
  onSelect: (day: Day) => void
  /** Called before a day is chosen, so that its slots can load. */
  onIntent?: (day: Day) => void
  /** The day of the appointment that is being moved. */
  present?: Day | undefined
  /** The number of slots on a day, shown below the date. */
  countOn?: (day: Day) => number
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const meanings: Record<CalendarCell['state'], string> = {
  available: 'available',
  full: 'fully booked',
  over: 'no times left',
  holiday: 'holiday, unavailable',
  closed: 'not available',
  outside: 'outside the booking window',
}

/**
 * Shows the booking window as one grid of weeks, by the ARIA grid pattern: one Tab stop, arrow keys by day and
 * week, Home and End by week, Page Up and Page Down by month. Days that can't be chosen can be focused, so that
 * screen readers say why.
 */
export function Calendar({ label, days, selected, onSelect, onIntent, present, countOn }: Props) {
  const grid = useRef<HTMLTableElement>(null)
  const [visited, setVisited] = useState<Day | null>(null)
  const id = useId()
  const isInWindow = (day: Day | null) => days.some(({ date }) => date === day)
  const current =
    [visited, selected, firstChoice(days)].find((day) => day && isInWindow(day)) ?? days[0]?.date

  function move(event: KeyboardEvent) {
    const target = current && dayByKey(days, current, event.key)
    if (!target) return
    event.preventDefault()
    setVisited(target)
    grid.current?.querySelector<HTMLElement>(`[data-day="${target}"]`)?.focus()
    onIntent?.(target)
  }

  return (
    <table
      ref={grid}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table is what the grid pattern builds on
      role="grid"
      className={css.grid}
      data-counts={countOn ? true : undefined}
      aria-label={label}
      onKeyDown={move}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setVisited(null)}
    >
      <thead>
        <tr>
          {weekdays.map((name) => (
            <th key={name} scope="col" abbr={name}>
              {name.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(days).map((week) => (
          <tr key={week[0]?.date}>
            {week.map(({ date, state }) => {
              const chosen = date === selected
              const first = date === days[0]?.date
              const isPresent = date === present
              const count = state === 'available' ? countOn?.(date) : undefined
              return (
                // biome-ignore lint/a11y/useAriaPropsSupportedByRole: within a grid a td is a gridcell, which can be selected
                <td key={date} aria-selected={chosen}>
                  {state === 'outside' ? (
                    <button
                      type="button"
                      disabled
                      className={css.day}
                      aria-label={`${formatDay(date)}, ${meanings.outside}`}
                    >
                      <span className={css.number}>{Number(date.slice(8))}</span>
                    </button>
                  ) : (
                    <button
                      type="button"
                      id={`${id}${date}`}
                      data-day={date}
                      data-state={state}
                      data-present={isPresent || undefined}
                      className={css.day}
                      tabIndex={date === current ? 0 : -1}
                      aria-label={`${formatDay(date)}, ${first ? 'today, ' : ''}${meanings[state]}${isPresent ? ', your appointment now' : ''}${count ? `, ${count} times` : ''}`}
                      aria-disabled={!canBeChosen(state)}
                      aria-current={first ? 'date' : undefined}
                      onFocus={() => setVisited(date)}
                      onPointerEnter={() => onIntent?.(date)}
                      onPointerDown={() => onIntent?.(date)}
                      onClick={() => canBeChosen(state) && onSelect(date)}
                    >
                      {(first || date.endsWith('-01')) && (
                        <span className={css.month}>{formatDay(date).split(' ')[2]}</span>
                      )}
                      <span className={css.number}>{Number(date.slice(8))}</span>
                      {count !== undefined && <span className={css.count}>{count}</span>}
                    </button>
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
