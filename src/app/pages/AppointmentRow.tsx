import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import type { Appointment, Visit } from '#/appointments/contract.ts'
import { timesText } from '#/appointments/web/times-text.ts'
import { dayOf, formatDayFrom, zoneLabel } from '#/kernel/time.ts'
import { noSecondClick } from '#/kernel/web/double-click.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import css from './AppointmentRow.module.css'

type Props = {
  picture: ReactNode
  name: string
  to: string
  time: ReactNode
  /** A countdown, or the deadline for an answer. */
  when: string | null
  about: (string | null | false | undefined)[]
  chip?: ReactNode
  actions: ReactNode
}

type OfAppointment = Omit<Props, 'time'> & { appointment: Appointment | Visit; now: Date }

/** Shows an appointment in one row with its most urgent buttons. The row links to its list. */
export function AppointmentRow({ appointment, now, ...props }: OfAppointment) {
  const { startsAt, date, timeZone } = appointment
  const zone = zoneLabel(timeZone, ownZone(), startsAt)
  return (
    <PlainRow
      {...props}
      time={
        <>
          {formatDayFrom(dayOf(now, timeZone), date)},{' '}
          <span className={css.time}>{timesText(appointment)}</span>
          {zone && ` ${zone}`}
        </>
      }
    />
  )
}

/** Shows an appointment, or another entry among appointments, in one row. */
export function PlainRow({ picture, name, to, time, when, about, chip, actions }: Props) {
  const nameId = useId()
  const more = about.filter(Boolean).join(' · ')
  return (
    <li className={css.row}>
      <article className={css.booking} aria-labelledby={nameId} tabIndex={-1} {...noSecondClick}>
        {picture}
        <div className={css.what}>
          <Link to={to} className={css.name} id={nameId}>
            {name}
          </Link>
          <span className="tabular">{time}</span>
          {when && <span className={css.when}>{when}</span>}
          {more && <span className={css.more}>{more}</span>}
        </div>
        {chip && <div>{chip}</div>}
        <div className={css.actions}>{actions}</div>
      </article>
    </li>
  )
}
