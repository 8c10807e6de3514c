import { Autocomplete } from '@mantine/core'
import { noteLimits } from '#/care/rules.ts'
import type { Day } from '#/kernel/time.ts'
import type { Problems } from '#/kernel/web/form/use-draft.ts'
import type { Species } from '#/pets/rules.ts'
import { DayField, today, vaccines } from '#/pets/web/index.ts'
import { NoteRows } from './NoteRows.tsx'
import { emptyVaccination, type VaccinationDraft } from './note-draft.ts'

type Props = {
  rows: readonly VaccinationDraft[]
  species: Species
  /** The default day of a new line. */
  givenOn: Day
  problems: Problems<string>
  onChange(rows: VaccinationDraft[]): void
}

export function VaccinationRows({ rows, species, givenOn, problems, onChange }: Props) {
  return (
    <NoteRows
      legend="Vaccinations"
      noun="vaccination"
      add={{ first: 'Add a vaccination', more: 'Add another vaccination' }}
      most={noteLimits.vaccinations}
      rows={rows}
      empty={() => emptyVaccination(givenOn)}
      onChange={onChange}
    >
      {({ row, idOf, set }) => (
        <>
          <div data-field={idOf('name')}>
            <Autocomplete
              label="Vaccine"
              required
              data={[...vaccines[species]]}
              maxLength={noteLimits.name}
              autoComplete="off"
              openOnFocus={false}
              value={row.name}
              error={problems[idOf('name')]}
              onChange={(name) => set({ name })}
            />
          </div>
          <DayField
            name={idOf('givenOn')}
            label="Given on"
            required
            max={today()}
            value={row.givenOn}
            problem={problems[idOf('givenOn')]}
            onChange={(day) => set({ givenOn: day })}
          />
          <DayField
            name={idOf('nextDueOn')}
            label="Next due"
            value={row.nextDueOn}
            problem={problems[idOf('nextDueOn')]}
            onChange={(nextDueOn) => set({ nextDueOn })}
          />
        </>
      )}
    </NoteRows>
  )
}
