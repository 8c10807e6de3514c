import { Autocomplete, Button } from '@mantine/core'
import { noteLimits } from '#/care/rules.ts'
import type { Day } from '#/kernel/time.ts'
import type { Problems } from '#/kernel/web/form/use-draft.ts'
import type { Species } from '#/pets/rules.ts'
import { DayField, today, vaccines } from '#/pets/web/index.ts'
import css from './NoteForm.module.css'
import { emptyVaccination, type VaccinationDraft } from './note-draft.ts'
import { useRowFocus } from './use-row-focus.ts'

type Props = {
  rows: readonly VaccinationDraft[]
  species: Species
  /** The default day of a new line. */
  givenOn: Day
  problems: Problems<string>
  onChange(rows: VaccinationDraft[]): void
}

export function VaccinationRows({ rows, species, givenOn, problems, onChange }: Props) {
  const { ref, focusLast, focusButton } = useRowFocus()
  const set = (key: number, part: Partial<VaccinationDraft>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)))
  return (
    <fieldset className={css.group} ref={ref}>
      <legend>Vaccinations</legend>
      {rows.map((row, index) => {
        const id = (field: string) => `vaccination ${row.key} ${field}`
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset inside a fieldset doesn't shrink
          <div
            key={row.key}
            className={css.row}
            role="group"
            aria-label={`Vaccination ${index + 1}`}
            data-row
          >
            <div className={css.grid}>
              <div data-field={id('name')}>
                <Autocomplete
                  label="Vaccine"
                  required
                  data={[...vaccines[species]]}
                  maxLength={noteLimits.name}
                  autoComplete="off"
                  openOnFocus={false}
                  value={row.name}
                  error={problems[id('name')]}
                  onChange={(name) => set(row.key, { name })}
                />
              </div>
              <DayField
                name={id('givenOn')}
                label="Given on"
                required
                max={today()}
                value={row.givenOn}
                problem={problems[id('givenOn')]}
                onChange={(day) => set(row.key, { givenOn: day })}
              />
              <DayField
                name={id('nextDueOn')}
                label="Next due"
                value={row.nextDueOn}
                problem={problems[id('nextDueOn')]}
                onChange={(nextDueOn) => set(row.key, { nextDueOn })}
              />
            </div>
            <div>
              <Button
                variant="subtle"
                aria-label={`Remove vaccination ${index + 1}`}
                onClick={() => {
                  onChange(rows.filter(({ key }) => key !== row.key))
                  focusButton()
                }}
              >
                Remove
              </Button>
            </div>
          </div>
        )
      })}
      {rows.length < noteLimits.vaccinations && (
        <div>
          <Button
            variant="default"
            data-add
            onClick={() => {
              onChange([...rows, emptyVaccination(givenOn)])
              focusLast()
            }}
          >
            {rows.length > 0 ? 'Add another vaccination' : 'Add a vaccination'}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
