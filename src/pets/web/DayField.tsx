import { TextInput } from '@mantine/core'
import { type Day, isDay } from '#/kernel/time.ts'

/** Stands in a draft for a date that is only begun: the browser does not tell what was written of it. */
const unclearDay = 'unclear'

type Props = {
  name: string
  label: string
  description?: string
  required?: boolean
  value: string
  problem: string | undefined
  max?: Day
  onChange(day: string): void
}

/** A day of the calendar, by the browser's own field. */
export function DayField({ name, label, description, required, value, problem, max, onChange }: Props) {
  const read = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const day = currentTarget.validity.badInput ? unclearDay : currentTarget.value
    if (day !== value) onChange(day)
  }
  return (
    <div data-field={name}>
      <TextInput
        type="date"
        label={label}
        description={description}
        required={required}
        min="1900-01-01"
        max={max}
        // An incomplete date has no value; to give it one would wipe out what is there of it.
        value={isDay(value) ? value : ''}
        error={problem}
        onChange={read}
        onBlur={read}
      />
    </div>
  )
}
