import { TextInput } from '@mantine/core'
import { type Day, isDay } from '#/kernel/time.ts'

/** Marks an incomplete date in a draft, whose text the browser doesn't reveal. */
const unclearDay = 'unclear'

type Props = {
  name: string
  label: string
  description?: string
  required?: boolean
  value: string
  problem: string | undefined
  min?: Day
  max?: Day
  onChange(day: string): void
}

export function DayField({
  name,
  label,
  description,
  required,
  value,
  problem,
  min = '1900-01-01',
  max,
  onChange,
}: Props) {
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
        min={min}
        max={max}
        // Setting a value would wipe out an incomplete date.
        value={isDay(value) ? value : ''}
        error={problem}
        onChange={read}
        onBlur={read}
      />
    </div>
  )
}
