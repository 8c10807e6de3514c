import type { AppointmentStatus } from '#/appointments/rules.ts'
import css from './StatusChip.module.css'
import { statusText } from './words.ts'

export function StatusChip({ status }: { status: AppointmentStatus }) {
  return (
    <span
      className={css.chip}
      style={{ background: `var(--status-${status}-soft)`, color: `var(--status-${status}-text)` }}
    >
      {statusText[status]}
    </span>
  )
}
