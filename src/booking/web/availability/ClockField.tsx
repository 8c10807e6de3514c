import { TextInput } from '@mantine/core'
import { endsAtMidnight } from './hours-draft.ts'

type Props = {
  /** The name of its problem, see `data-field`. */
  field: string
  label: string
  value: string
  problem: string | undefined
  isEnd?: boolean
  onChange(value: string): void
}

/** A clock time. The browser’s own field: typed on a keyboard, a wheel on a phone. */
export function ClockField({ field, label, value, problem, isEnd = false, onChange }: Props) {
  return (
    <div data-field={field}>
      <TextInput
        type="time"
        label={label}
        value={value}
        error={problem}
        description={isEnd && endsAtMidnight(value) ? 'Midnight' : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  )
}
