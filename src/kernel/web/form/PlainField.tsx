import { type ComponentPropsWithoutRef, type ReactNode, useId } from 'react'
import css from './PlainField.module.css'

type Props = Omit<ComponentPropsWithoutRef<'input'>, 'id' | 'className'> & {
  label: string
  description?: string
  error: string | undefined
  aside?: ReactNode
}

/** A text field without Mantine that looks like Mantine's, for the pages that visitors see first. */
export function PlainField({ label, description, error, aside, ...input }: Props) {
  const id = useId()
  const saying = [description && `${id}description`, error && `${id}error`].filter(Boolean).join(' ')
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      {description && (
        <p id={`${id}description`} className={css.description}>
          {description}
        </p>
      )}
      <div className={css.line}>
        <input
          {...input}
          id={id}
          className={css.input}
          aria-invalid={error !== undefined}
          aria-describedby={saying || undefined}
        />
        {aside}
      </div>
      {error && (
        <p id={`${id}error`} className={css.error}>
          {error}
        </p>
      )}
    </div>
  )
}
