import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { endsAtMidnight } from './hours-draft.ts'
import { clockIn } from './typed-clock.ts'

type Props = {
  /** The name of its problem, see `data-field`. */
  field: string
  label: string
  value: string
  problem: string | undefined
  isEnd?: boolean
  onChange(value: string): void
}

/** A clock time as HH:MM. The browser's own field would show AM and PM wherever that is its language's custom. */
export function ClockField({ field, label, value, problem, isEnd = false, onChange }: Props) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  // It was changed elsewhere, as by copying a day.
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
