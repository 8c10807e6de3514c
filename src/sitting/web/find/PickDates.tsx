import { TextInput } from '@mantine/core'
import { PickOne } from '#/appointments/web/index.ts'
import { upperFirst } from '#/kernel/letters.ts'
import { addDays, type Day, isDay, WEEKDAYS } from '#/kernel/time.ts'
import { DayField } from '#/pets/web/index.ts'
import { mostDaysAhead, type Service } from '#/sitting/rules.ts'
import type { Wanted } from './address.ts'
import type { DraftField } from './draft-problems.ts'
import css from './PickDates.module.css'

type Props = {
  service: Service
  wanted: Wanted
  today: Day
  problemAt(field: DraftField): string | undefined
  onChange(change: Partial<Wanted>): void
}

const clocks: Readonly<Record<Service, readonly [string, string]>> = {
  'hostel-checkin': ['Drop-off time', 'Pick-up time'],
  'dog-walking': ['Walk starts at', 'Walk ends at'],
  'day-care': ['Drop-off time', 'Pick-up time'],
}

export function PickDates({ service, wanted, today, problemAt, onChange }: Props) {
  const { from, to, isWeekly, days, drop, pick } = wanted
  const isStay = service === 'hostel-checkin'
  const repeats = isWeekly && !isStay
  const [dropLabel, pickLabel] = clocks[service]
  const names = isStay
    ? ['Drop-off day', 'Pick-up day']
    : repeats
      ? ['First day', 'Last day (optional)']
      : ['Day', 'Last day (optional)']
  const clockProblem = problemAt('times')
  return (
    <>
      {!isStay && (
        <PickOne
          legend="How often?"
          name="repeat"
          value={repeats ? 'weekly' : 'once'}
          options={[
            { value: 'once', label: 'One day, or some days in a row' },
            { value: 'weekly', label: 'Repeat weekly' },
          ]}
          onChange={(value) => onChange({ isWeekly: value === 'weekly' })}
        />
      )}
      {repeats && (
        <fieldset className={css.weekdays} data-field="days">
          <legend>On these days of the week</legend>
          <div>
            {WEEKDAYS.map((day) => (
              <label key={day} className={css.weekday}>
                <input
                  type="checkbox"
                  checked={days.includes(day)}
                  aria-label={upperFirst(day)}
                  onChange={({ currentTarget: { checked } }) =>
                    onChange({
                      days: WEEKDAYS.filter((one) => (one === day ? checked : days.includes(one))),
                    })
                  }
                />
                <span aria-hidden="true">{upperFirst(day.slice(0, 3))}</span>
              </label>
            ))}
          </div>
          {problemAt('days') && (
            <p role="alert" className={css.problem}>
              {problemAt('days')}
            </p>
          )}
        </fieldset>
      )}
      <div className={css.pair}>
        <DayField
          name="from"
          label={names[0]!}
          value={from}
          min={today}
          max={addDays(today, mostDaysAhead)}
          problem={problemAt('from')}
          onChange={(day) => onChange({ from: day })}
        />
        <DayField
          name="to"
          label={names[1]!}
          value={to}
          min={isDay(from) ? addDays(from, isStay ? 1 : 0) : today}
          problem={problemAt('to')}
          onChange={(day) => onChange({ to: day })}
        />
      </div>
      <div className={css.pair} data-field="times">
        <TextInput
          type="time"
          label={dropLabel}
          value={drop}
          error={Boolean(clockProblem)}
          onChange={({ currentTarget: { value } }) => onChange({ drop: value })}
        />
        <TextInput
          type="time"
          label={pickLabel}
          value={pick}
          error={clockProblem}
          onChange={({ currentTarget: { value } }) => onChange({ pick: value })}
        />
      </div>
    </>
  )
}
