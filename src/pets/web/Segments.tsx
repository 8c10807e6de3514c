import { useId } from 'react'
import field from '#/kernel/web/form/field.module.css'
import css from './Segments.module.css'

type Props<Value extends string> = {
  legend: string
  /** Without it, only screen readers get the legend. */
  isLegendShown?: boolean
  value: Value
  options: readonly { value: Value; label: string; name?: string }[]
  onChange(value: Value): void
}

/** Chooses one of a few. `name` is the accessible name of an abbreviated label. */
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
