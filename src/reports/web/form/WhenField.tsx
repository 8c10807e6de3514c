import { TextInput } from '@mantine/core'
import { fieldTimeOf } from './report-draft.ts'

type Props = { label: string; value: string; problem: string | undefined; onChange(value: string): void }

/** A date and a clock time that isn't in the future. */
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
        // Setting a value would wipe out an incomplete one.
        value={value === 'unclear' ? '' : value}
        error={problem}
        onChange={read}
        onBlur={read}
      />
    </div>
  )
}
