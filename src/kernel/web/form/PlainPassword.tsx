import { type ComponentPropsWithoutRef, useState } from 'react'
import css from './PlainField.module.css'
import { PlainField } from './PlainField.tsx'

export function PlainPassword(props: Omit<ComponentPropsWithoutRef<typeof PlainField>, 'type' | 'aside'>) {
  const [shown, setShown] = useState(false)
  return (
    <PlainField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      aside={
        <button
          type="button"
          className={css.reveal}
          aria-label={`Show ${props.label.toLowerCase()}`}
          aria-pressed={shown}
          // Keeps the focus, and a phone's keyboard, while someone is typing.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setShown(!shown)}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <path d="M2 12s3.5-6.5 10-6.5S22 12 22 12s-3.5 6.5-10 6.5S2 12 2 12Z" />
            <circle cx="12" cy="12" r="3.25" />
            {shown && <path d="m4 3 16 18" />}
          </svg>
        </button>
      }
    />
  )
}
