import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/ScrollArea.css'
import { Autocomplete } from '@mantine/core'
import type { Species } from '#/pets/rules.ts'
import { breeds } from './breeds.ts'

type Props = {
  species: Species | null
  breed: string
  problem: string | undefined
  onChange(breed: string): void
}

/** Suggests what is common for the species, and takes anything. */
export function BreedField({ species, breed, problem, onChange }: Props) {
  return (
    <div data-field="breed">
      <Autocomplete
        label={species === 'other' ? 'Kind of animal' : 'Breed'}
        description="Optional. Choose one or write your own."
        data={species ? [...breeds[species]] : []}
        value={breed}
        error={problem}
        maxDropdownHeight={260}
        autoComplete="off"
        onChange={onChange}
      />
    </div>
  )
}
