import { Textarea } from '@mantine/core'
import { maxNoteLength } from '#/pets/rules.ts'

type Props = {
  label: string
  description?: string
  value: string
  rows?: number
  max?: number
  onChange(text: string): void
}

export function NoteField({ label, description, value, rows = 3, max = maxNoteLength, onChange }: Props) {
  return (
    <Textarea
      label={label}
      description={description}
      rows={rows}
      maxLength={max}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
