import { Autocomplete, Checkbox } from '@mantine/core'
import type { Species } from '#/pets/rules.ts'
import css from './BreedField.module.css'
import { breeds } from './breeds.ts'

type Props = {
  species: Species | null
  breed: string
  /** Without it, only the breed is asked for. */
  isMixed?: boolean
  problem: string | undefined
  onChange(part: { breed?: string; isMixed?: boolean }): void
}

export function BreedField({ species, breed, isMixed, problem, onChange }: Props) {
  return (
    <div data-field="breed">
      <Autocomplete
        label={species === 'other' ? 'Kind of animal' : 'Breed'}
        description="Optional. Choose one or type your own."
        data={species ? [...breeds[species]] : []}
        value={breed}
        error={problem}
        maxDropdownHeight={260}
        autoComplete="off"
        onChange={(text) => onChange({ breed: text })}
      />
      {isMixed !== undefined && (
        <Checkbox
          className={css.mixed}
          label="Mixed breed"
          checked={isMixed}
          onChange={(event) => onChange({ isMixed: event.currentTarget.checked })}
        />
      )}
    </div>
  )
}
