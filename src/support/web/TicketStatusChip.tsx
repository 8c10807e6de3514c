import type { TicketStatus } from '#/support/ticket-rules.ts'
import css from './TicketStatusChip.module.css'
import { statusText } from './ticket-words.ts'

export function TicketStatusChip({ status }: { status: TicketStatus }) {
  return (
    <span className={css.chip} data-status={status}>
      {statusText[status]}
    </span>
  )
}
