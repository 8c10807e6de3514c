import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { dayOf, formatDayFrom, zoneLabel } from '#/kernel/time.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import type { Appointment, Visit } from '#/veterinary/contract.ts'
import { doctorName } from '#/veterinary/names.ts'
import { CancelBooking, useCancelBooking } from '#/veterinary/web/appointments/CancelBooking.tsx'
import { StatusChip } from '#/veterinary/web/appointments/StatusChip.tsx'
import { Portrait } from '#/veterinary/web/Portrait.tsx'
import css from './BookingRow.module.css'
import { countdown } from './countdown.ts'

/** A booking as its owner sees it. */
export function BookingRow({ appointment, now }: { appointment: Appointment; now: Date }) {
  const booking = useCancelBooking(appointment)
  const { vet, pet, status } = booking.shown
  return (
    <Row
      appointment={booking.shown}
      now={now}
      picture={<Portrait person={vet} size={52} />}
      name={doctorName(vet.fullName)}
      to="/appointments?side=bookings&tab=upcoming"
      when={countdown(booking.shown, now)}
      about={[pet && `with ${pet.name}`, vet.location]}
      chip={<StatusChip status={status} />}
      actions={<CancelBooking booking={booking} now={now} />}
    />
  )
}

type RowProps = {
  appointment: Appointment | Visit
  now: Date
  picture: ReactNode
  name: string
  to: string
  /** What its time means now: how long it is till then, or until when to answer. */
  when: string | null
  about: (string | null)[]
  chip?: ReactNode
  actions: ReactNode
}

/** An appointment in a few lines, with what can be done about it at once; all of it leads to its list. */
export function Row({ appointment, now, picture, name, to, when, about, chip, actions }: RowProps) {
  const { startsAt, startTime, endTime, date, timeZone } = appointment
  const nameId = useId()
  const zone = zoneLabel(timeZone, ownZone(), startsAt)
  const more = about.filter(Boolean).join(' · ')
  return (
    <li>
      <article className={css.booking} aria-labelledby={nameId} tabIndex={-1}>
        {picture}
        <div className={css.what}>
          <Link to={to} className={css.name} id={nameId}>
            {name}
          </Link>
          <span className="tabular">
            {formatDayFrom(dayOf(now, timeZone), date)},{' '}
            <span className={css.time}>
              {startTime}-{endTime}
            </span>
            {zone && ` ${zone}`}
          </span>
          {when && <span className={css.when}>{when}</span>}
          {more && <span className={css.more}>{more}</span>}
        </div>
        {chip && <div>{chip}</div>}
        <div className={css.actions}>{actions}</div>
      </article>
    </li>
  )
}
