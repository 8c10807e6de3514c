import type { AppointmentStatus } from '#/appointments/rules.ts'
import css from './StatusChip.module.css'
import { statusText } from './words.ts'

export function StatusChip({ status, isSkipped }: { status: AppointmentStatus; isSkipped?: boolean }) {
  return (
    <span
      className={css.chip}
      style={{ background: `var(--status-${status}-soft)`, color: `var(--status-${status}-text)` }}
    >
      {isSkipped ? 'Skipped' : statusText[status]}
    </span>
  )
}
