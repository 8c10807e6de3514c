import type { AppointmentStatus, Phase } from '#/appointments/rules.ts'
import css from './StatusChip.module.css'
import { statusText } from './words.ts'

type Props = {
  status: AppointmentStatus
  phase?: Phase | undefined
  isSkipped?: boolean | undefined
  isWithdrawn?: boolean | undefined
  isEndedEarly?: boolean | undefined
}

export function StatusChip({ status, ...more }: Props) {
  return (
    <span
      className={css.chip}
      style={{ background: `var(--status-${status}-soft)`, color: `var(--status-${status}-text)` }}
    >
      {textOf({ status, ...more })}
    </span>
  )
}

function textOf({ status, phase, isSkipped, isWithdrawn, isEndedEarly }: Props): string {
  if (isWithdrawn) return 'Withdrawn'
  if (isSkipped) return 'Skipped'
  if (isEndedEarly) return 'Ended early'
  return phase === 'under_way' ? 'In progress' : statusText[status]
}
