import { Eye, EyeOff } from 'lucide'
import { type ComponentPropsWithoutRef, useState } from 'react'
import { LineIcon } from '#/kernel/web/LineIcon.tsx'
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
          <LineIcon icon={shown ? EyeOff : Eye} size={22} stroke={1.5} />
        </button>
      }
    />
  )
}
