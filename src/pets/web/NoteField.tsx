import { Textarea } from '@mantine/core'

type Props = {
  label: string
  description?: string
  value: string
  rows?: number
  max: number
  onChange(text: string): void
}

export function NoteField({ label, description, value, rows = 3, max, onChange }: Props) {
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
