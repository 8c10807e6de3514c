import type { AppointmentStatus, Phase } from '#/appointments/rules.ts'
import css from './StatusChip.module.css'
import { statusText } from './words.ts'

type Props = {
  status: AppointmentStatus
  phase?: Phase | undefined
  isSkipped?: boolean | undefined
  isWithdrawn?: boolean | undefined
}

export function StatusChip({ status, phase, isSkipped, isWithdrawn }: Props) {
  return (
    <span
      className={css.chip}
      style={{ background: `var(--status-${status}-soft)`, color: `var(--status-${status}-text)` }}
    >
      {textOf({ status, phase, isSkipped, isWithdrawn })}
    </span>
  )
}

function textOf({ status, phase, isSkipped, isWithdrawn }: Props): string {
  if (isWithdrawn) return 'Withdrawn'
  if (isSkipped) return 'Skipped'
  return phase === 'under_way' ? 'In progress' : statusText[status]
}
