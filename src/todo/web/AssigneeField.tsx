import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ownHouseholds } from '#/households/web/index.ts'

type Props = {
  /** Offers caregivers of this pet only. */
  petId: string
  value: string
  problem?: string | undefined
  disabled?: boolean
  onChange(assignee: string): void
}

/** Chooses who is to do a task. Owners without caregivers see nothing of it. */
export function AssigneeField({ petId, value, problem, disabled, onChange }: Props) {
  const members = useQuery(ownHouseholds()).data?.members.filter(({ state }) => state === 'joined') ?? []
  if (members.length === 0) return null
  const helpers = members.filter(({ pets }) => pets.some(({ id }) => id === petId))
  return (
    <div data-field="assignee">
      <NativeSelect
        label="Who does it?"
        description={whoIsReminded(value)}
        value={value}
        error={problem}
        aria-disabled={disabled}
        data={[
          { value: '', label: 'Anyone' },
          { value: 'me', label: 'You' },
          ...helpers.map(({ id, name, email }) => ({ value: id, label: name || email })),
        ]}
        onChange={({ currentTarget }) => disabled || onChange(currentTarget.value)}
      />
    </div>
  )
}

function whoIsReminded(value: string): string {
  if (value === '') return 'Reminders go to you, and to caregivers who want them.'
  return value === 'me' ? 'Only you get the reminder.' : 'Only they get the reminder.'
}
