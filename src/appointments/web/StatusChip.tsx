import type { AppointmentStatus } from '#/appointments/rules.ts'
import css from './StatusChip.module.css'
import { statusText } from './words.ts'

type Props = { status: AppointmentStatus; isSkipped?: boolean; isWithdrawn?: boolean }

export function StatusChip({ status, isSkipped, isWithdrawn }: Props) {
  return (
    <span
      className={css.chip}
      style={{ background: `var(--status-${status}-soft)`, color: `var(--status-${status}-text)` }}
    >
      {isWithdrawn ? 'Withdrawn' : isSkipped ? 'Skipped' : statusText[status]}
    </span>
  )
}
