import { Button, TextInput } from '@mantine/core'
import { addDays, type Day } from '#/kernel/time.ts'
import { DayField } from '#/pets/web/index.ts'
import { type MeetTime, meetDaysAhead, mostMeetTimes } from '#/sitting/meet.ts'
import { emptyTime } from './meet-draft.ts'
import css from './PickTimes.module.css'

type Props = {
  value: readonly MeetTime[]
  today: Day
  /** The problem of each time. */
  problems: readonly (string | undefined)[]
  onChange(times: MeetTime[]): void
}

const slots = Array.from({ length: mostMeetTimes }, (_, index) => index)

/** Picks up to three times, by the sitter's clock. */
export function PickTimes({ value, today, problems, onChange }: Props) {
  const change = (at: number, part: Partial<MeetTime>) =>
    onChange(value.map((time, index) => (index === at ? { ...time, ...part } : time)))
  const many = value.length > 1
  return (
    <div className={css.times}>
      {slots.slice(0, value.length).map((index) => {
        const time = value[index]!
        const number = many ? ` ${index + 1}` : ''
        return (
          <div key={index} className={css.time} data-field={`time-${index}`}>
            <DayField
              name={`day-${index}`}
              label={`Day${number}`}
              required
              min={today}
              max={addDays(today, meetDaysAhead)}
              value={time.date}
              problem={problems[index]}
              onChange={(date) => change(index, { date })}
            />
            <TextInput
              type="time"
              label={`Time${number}`}
              required
              value={time.time}
              error={Boolean(problems[index])}
              onChange={({ currentTarget }) => change(index, { time: currentTarget.value })}
            />
            {many && (
              <Button
                variant="default"
                aria-label={`Remove time${number}`}
                onClick={() => onChange(value.filter((_, at) => at !== index))}
              >
                Remove
              </Button>
            )}
          </div>
        )
      })}
      {value.length < mostMeetTimes && (
        <Button variant="default" className={css.more} onClick={() => onChange([...value, emptyTime])}>
          Add another time
        </Button>
      )}
    </div>
  )
}
