import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from '#/kernel/web/Drawing.tsx'
import css from './Message.module.css'

type Props = { drawing: DrawingName; title: string; children?: ReactNode; action: ReactNode }

export function Message({ drawing, title, children, action }: Props) {
  return (
    <div className={css.message}>
      <Drawing name={drawing} />
      <h1>{title}</h1>
      {children}
      <div className={css.action}>{action}</div>
    </div>
  )
}
