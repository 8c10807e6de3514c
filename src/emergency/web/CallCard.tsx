import type { ReactNode } from 'react'
import { formatPhone, telephone } from '#/kernel/phone.ts'
import css from './Emergency.module.css'
import { PhoneIcon } from './icons.tsx'

type Props = {
  name: string
  phone: string
  /** The one to call first on its page. */
  first?: boolean
  children?: ReactNode
}

/** A number to call, with a button that a shaking thumb can hit. */
export function CallCard({ name, phone, first = false, children }: Props) {
  const shown = formatPhone(phone)
  return (
    <li className={css.call}>
      <div>
        <h3>{name}</h3>
        {children}
      </div>
      <a
        href={telephone(phone)}
        className={first ? css.first : css.button}
        aria-label={`Call ${shown}, ${name}`}
      >
        <PhoneIcon />
        Call {shown}
      </a>
    </li>
  )
}
