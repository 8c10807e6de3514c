import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from '#/kernel/web/Drawing.tsx'
import css from './Note.module.css'

type Props = { drawing: DrawingName; title: string; action: ReactNode }

/** Replaces a list with a message. */
export function Note({ drawing, title, action }: Props) {
  return (
    <div className={css.note}>
      <Drawing name={drawing} />
      <h2>{title}</h2>
      {action}
    </div>
  )
}
