import { ChevronDown } from 'lucide'
import { useId } from 'react'
import { LineIcon } from '#/kernel/web/LineIcon.tsx'
import css from './PlainField.module.css'

type Props = {
  label: string
  name: string
  value: string
  options: readonly string[]
  onChange: (value: string) => void
}

/** A choice of one among few without Mantine, which looks like PlainField. */
export function PlainSelect({ label, name, value, options, onChange }: Props) {
  const id = useId()
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      <div className={css.line}>
        <select
          id={id}
          name={name}
          className={css.input}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          <option value="">Please choose</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
        <span className={css.chevron}>
          <LineIcon icon={ChevronDown} />
        </span>
      </div>
    </div>
  )
}
