import { useId } from 'react'
import css from './ChoiceField.module.css'
import frame from './field.module.css'
import type { FieldSpec } from './field-list.ts'

type Props = {
  field: Extract<FieldSpec, { kind: 'one' | 'some' }>
  value: string | string[]
  problem: string | undefined
  onChange(value: string | string[]): void
}

/** Lets people choose one or several. Label and box are one target, large enough for a thumb. */
export function ChoiceField({ field, value, problem, onChange }: Props) {
  const id = useId()
  const isOne = field.kind === 'one'
  const isChosen = (option: string) => (isOne ? value === option : value.includes(option))

  function choose(option: string) {
    if (isOne) onChange(option)
    // Keeps the order in which they are offered.
    else onChange(field.options.map((one) => one.value).filter((one) => (one === option) !== isChosen(one)))
  }

  return (
    <fieldset
      className={frame.field}
      data-field={field.name}
      aria-describedby={
        [field.hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ') || undefined
      }
    >
      <legend className={frame.label}>
        {field.label}{' '}
        {field.required && (
          <span className={frame.star} aria-hidden="true">
            *
          </span>
        )}
      </legend>
      {field.hint && (
        <p id={`${id}-hint`} className={css.hint}>
          {field.hint}
        </p>
      )}
      <div className={css.choices} data-bad={problem ? '' : undefined}>
        {field.options.map((option) => (
          <label key={option.value} className={css.choice}>
            <input
              type={isOne ? 'radio' : 'checkbox'}
              name={`${id}-${field.name}`}
              value={option.value}
              checked={isChosen(option.value)}
              aria-invalid={problem ? true : undefined}
              onChange={() => choose(option.value)}
            />
            <span>
              {option.label}
              {option.hint && <small>{option.hint}</small>}
            </span>
          </label>
        ))}
      </div>
      {problem && (
        <p id={`${id}-problem`} className={frame.problem}>
          {problem}
        </p>
      )}
    </fieldset>
  )
}
