import { TextInput } from '@mantine/core'
import { fieldTimeOf } from './report-draft.ts'

type Props = { label: string; value: string; problem: string | undefined; onChange(value: string): void }

/** Asks for a date and a time in the past. */
export function WhenField({ label, value, problem, onChange }: Props) {
  const read = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const typed = currentTarget.validity.badInput ? 'unclear' : currentTarget.value
    if (typed !== value) onChange(typed)
  }
  return (
    <div data-field="seenAt">
      <TextInput
        type="datetime-local"
        label={label}
        required
        max={fieldTimeOf(new Date())}
        // Setting a value would erase an incomplete one.
        value={value === 'unclear' ? '' : value}
        error={problem}
        onChange={read}
        onBlur={read}
      />
    </div>
  )
}
