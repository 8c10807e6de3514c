import { useId } from 'react'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import field from '#/kernel/web/form/field.module.css'
import { species as allSpecies, type Species } from '#/pets/rules.ts'
import { speciesText } from '#/pets/text.ts'
import css from './SpeciesField.module.css'

type Props = { species: Species | null; problem: string | undefined; onChange(species: Species): void }

export function SpeciesField({ species, problem, onChange }: Props) {
  const problemId = useId()
  return (
    <fieldset className={field.field} data-field="species" aria-describedby={problem && problemId}>
      <legend className={field.label}>
        Species{' '}
        <span className={field.star} aria-hidden="true">
          *
        </span>
      </legend>
      <div className={css.choices} data-bad={problem ? '' : undefined}>
        {allSpecies.map((one) => (
          <label key={one} className={css.choice}>
            <input
              type="radio"
              name="species"
              required
              value={one}
              checked={species === one}
              aria-invalid={problem ? true : undefined}
              className={field.hidden}
              onChange={() => onChange(one)}
            />
            <Drawing name={one} width={64} />
            {speciesText[one]}
          </label>
        ))}
      </div>
      {problem && (
        <p id={problemId} className={field.problem}>
          {problem}
        </p>
      )}
    </fieldset>
  )
}
