import { useId } from 'react'
import css from './ChoiceField.module.css'
import frame from './field.module.css'
import type { FieldSpec } from './field-list.ts'

type Props = {
  field: Extract<FieldSpec, { kind: 'yes' }>
  value: boolean
  problem: string | undefined
  onChange(value: boolean): void
}

export function YesField({ field, value, problem, onChange }: Props) {
  const id = useId()
  return (
    <div data-field={field.name}>
      <label className={css.yes}>
        <input
          type="checkbox"
          checked={value}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? id : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>
          {field.label}
          {field.hint && <small>{field.hint}</small>}
        </span>
      </label>
      {problem && (
        <p id={id} className={frame.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}
