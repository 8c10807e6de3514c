import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Appointment, Visit } from '#/appointments/contract.ts'
import { isBlocking } from '#/appointments/rules.ts'
import { DAY } from '#/kernel/duration.ts'
import { ReportPerson } from '#/messaging/web/index.ts'
import { History } from './History.tsx'
import { toldOf } from './history-words.ts'
import css from './MoreLinks.module.css'

const problemDays = 30

type Props = {
  appointment: Appointment | Visit
  now: Date
  /** Links from later domains. */
  more: ReactNode
}

/** Rarely needed links: calendar file, receipt, support, report and history. */
export function MoreLinks({ appointment, now, more }: Props) {
  const { id, status, endsAt, payment } = appointment
  const isOwners = 'provider' in appointment
  const other = isOwners ? appointment.provider.name : appointment.owner.name
  const isPaid = payment && ['completed', 'refunded', 'partially_refunded'].includes(payment.status)
  const canReport = now.getTime() <= endsAt.getTime() + problemDays * DAY && status !== 'pending'
  return (
    <ul className={css.links}>
      {isBlocking(status) && (
        <li>
          <a href={`/calendar/${id}.ics`} download>
            Add to calendar
          </a>
        </li>
      )}
      {status === 'cancelled' && (
        <li>
          <a href={`/calendar/${id}.ics`} download>
            Remove from calendar
          </a>
        </li>
      )}
      {isOwners && isPaid && (
        <li>
          <a href={`/receipts/${payment.id}.pdf`}>Receipt</a>
        </li>
      )}
      {canReport && (
        <li>
          <Link to={`/help-support?ticket=new&booking=${id}`}>Report a problem</Link>
        </li>
      )}
      <li>
        <ReportPerson about={{ bookingId: id }} name={other} look="link" />
      </li>
      {more}
      <li className={css.whole}>
        <History of={toldOf(appointment)} />
      </li>
    </ul>
  )
}
