import type { Day } from '#/kernel/time.ts'
import css from './DueChip.module.css'
import { dueOf } from './due.ts'
import { today } from './today.ts'

/** 'Rabies due Fri, 12 Mar 2027'. */
export function DueChip({ name, dueOn }: { name?: string; dueOn: Day }) {
  const { text, urgency } = dueOf(dueOn, today())
  return (
    <span className={css[urgency]}>
      {name ? `${name} ${text}` : `${text[0]!.toUpperCase()}${text.slice(1)}`}
    </span>
  )
}
