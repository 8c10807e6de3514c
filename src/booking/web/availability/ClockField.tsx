import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { endsAtMidnight } from './hours-draft.ts'
import { clockIn } from './typed-clock.ts'

type Props = {
  /** The key of its problem, see `data-field`. */
  field: string
  label: string
  value: string
  problem: string | undefined
  isEnd?: boolean
  onChange(value: string): void
}

/** Takes a clock time as HH:MM. The browser's own field would show AM and PM in some languages. */
export function ClockField({ field, label, value, problem, isEnd = false, onChange }: Props) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  // The value changed elsewhere, for instance by copying a day.
  if (value !== known) {
    setKnown(value)
    if (clockIn(typed) !== value) setTyped(value)
  }
  return (
    <div data-field={field}>
      <TextInput
        inputMode="numeric"
        autoComplete="off"
        placeholder="HH:MM"
        maxLength={5}
        label={label}
        value={typed}
        error={problem}
        description={isEnd && endsAtMidnight(value) ? 'Midnight' : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          onChange(clockIn(currentTarget.value))
        }}
        onBlur={() => setTyped(clockIn(typed) || typed)}
      />
    </div>
  )
}
