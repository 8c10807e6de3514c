import type { ReportState, ReportStatus } from '#/reports/rules.ts'
import css from './StatusBadge.module.css'
import { badgeText } from './words.ts'

export function StatusBadge({ status, state }: { status: ReportStatus; state: ReportState }) {
  return (
    <span className={`${css.badge} ${css[state === 'active' ? status : state]}`}>
      {badgeText(status, state)}
    </span>
  )
}
