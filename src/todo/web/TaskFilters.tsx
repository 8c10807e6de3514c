import { NativeSelect } from '@mantine/core'
import type { Task } from '#/todo/contract.ts'
import { petsOf } from './arrange.ts'
import { assigneesOf } from './assignees.ts'
import css from './ToDoPage.module.css'

export type Filters = { pet: string; by: 'day' | 'pet'; who: string }

/** Chooses which tasks are listed: of which pet, and whose. */
export function TaskFilters({
  tasks,
  filters: { pet, by, who },
  onChange,
}: {
  tasks: readonly Task[]
  filters: Filters
  onChange(part: Partial<Filters>): void
}) {
  const pets = petsOf(tasks)
  const people = assigneesOf(tasks)
  if (pets.length === 0 && people.length === 0) return null
  return (
    <search className={css.filters} aria-label="Filter tasks">
      {pets.length > 0 && (
        <NativeSelect
          label="Pet"
          value={pet}
          data={[
            { value: '', label: 'All' },
            ...pets.map(({ id, name }) => ({ value: id, label: name })),
            { value: 'none', label: 'Household' },
          ]}
          onChange={({ currentTarget }) => onChange({ pet: currentTarget.value })}
        />
      )}
      {people.length > 0 && (
        <NativeSelect
          label="Assigned to"
          value={who}
          data={[{ value: '', label: 'All' }, ...people, { value: 'none', label: 'Nobody' }]}
          onChange={({ currentTarget }) => onChange({ who: currentTarget.value })}
        />
      )}
      <NativeSelect
        label="Group by"
        value={by}
        data={[
          { value: 'day', label: 'Day' },
          { value: 'pet', label: 'Pet' },
        ]}
        onChange={({ currentTarget }) => onChange({ by: currentTarget.value as Filters['by'] })}
      />
    </search>
  )
}
