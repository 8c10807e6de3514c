import { TextInput } from '@mantine/core'

type Props = { name: string; problem: string | undefined; onChange(name: string): void }

export function NameField({ name, problem, onChange }: Props) {
  return (
    <div data-field="name">
      <TextInput
        label="Name"
        required
        value={name}
        error={problem}
        autoComplete="off"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  )
}
