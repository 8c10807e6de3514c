import { useId } from 'react'
import field from '#/kernel/web/form/field.module.css'
import css from './Segments.module.css'

type Props<Value extends string> = {
  legend: string
  /** The words before the switch; without it, for screen readers only. */
  isLegendShown?: boolean
  value: Value
  options: readonly { value: Value; label: string; name?: string }[]
  onChange(value: Value): void
}

/** One of a few, side by side. `name` is what a screen reader says where the label is short. */
export function Segments<Value extends string>({
  legend,
  isLegendShown = false,
  value,
  options,
  onChange,
}: Props<Value>) {
  const group = useId()
  return (
    <fieldset className={field.field}>
      <legend className={isLegendShown ? field.label : field.hidden}>{legend}</legend>
      <div className={css.segments}>
        {options.map((option) => (
          <label key={option.value} className={css.segment}>
            <input
              type="radio"
              name={group}
              checked={value === option.value}
              aria-label={option.name}
              className={field.hidden}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
