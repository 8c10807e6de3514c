import { type ReactNode, useId } from 'react'
import css from './PickOne.module.css'

type Option<Value> = { value: Value; label: ReactNode; disabled?: boolean }

type Props<Value> = {
  legend: string
  /** The name of the radio group. */
  name: string
  options: readonly Option<Value>[]
  value: Value | null
  onChange(value: Value): void
  hint?: ReactNode
}

/** Offers a few choices, side by side if they fit. */
export function PickOne<Value extends string>({
  legend,
  name,
  options,
  value,
  onChange,
  hint,
}: Props<Value>) {
  const hintId = useId()
  return (
    <fieldset className={css.choices} aria-describedby={hint ? hintId : undefined}>
      <legend>{legend}</legend>
      <div className={css.options}>
        {options.map((option) => (
          <label key={option.value} className={css.option}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {hint && (
        <p id={hintId} className={css.hint}>
          {hint}
        </p>
      )}
    </fieldset>
  )
}
