import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { dayOf, formatDayFrom, zoneLabel } from '#/kernel/time.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import type { Appointment, Visit } from '#/veterinary/contract.ts'
import { doctorName } from '#/veterinary/names.ts'
import { StatusChip } from '#/veterinary/web/appointments/StatusChip.tsx'
import { Portrait } from '#/veterinary/web/Portrait.tsx'
import css from './BookingRow.module.css'

/** A booking as its owner sees it. */
export function BookingRow({ booking }: { booking: Appointment }) {
  const { vet, pet } = booking
  return (
    <Row
      appointment={booking}
      picture={<Portrait person={vet} size={52} />}
      name={doctorName(vet.fullName)}
      to="/appointments?side=bookings&tab=upcoming"
      about={[pet && `with ${pet.name}`, vet.location]}
    />
  )
}

/** The same as its vet sees it. */
export function VisitRow({ visit }: { visit: Visit }) {
  const { owner, pet, reason } = visit
  return (
    <Row
      appointment={visit}
      picture={
        <Portrait person={{ fullName: pet?.name ?? owner.name, imageUrl: pet?.photoUrl ?? null }} size={52} />
      }
      name={pet ? `${pet.name} with ${owner.name}` : owner.name}
      to="/appointments?side=visits&tab=upcoming"
      about={[reason]}
    />
  )
}

type RowProps = {
  appointment: Appointment | Visit
  picture: ReactNode
  name: string
  to: string
  about: (string | null)[]
}

function Row({ appointment, picture, name, to, about }: RowProps) {
  const { status, startsAt, startTime, endTime, date, timeZone } = appointment
  const zone = zoneLabel(timeZone, ownZone(), startsAt)
  const more = about.filter(Boolean).join(' · ')
  return (
    <li className={css.booking}>
      {picture}
      <div className={css.what}>
        <Link to={to} className={css.name}>
          {name}
        </Link>
        <span className="tabular">
          {formatDayFrom(dayOf(new Date(), timeZone), date)},{' '}
          <span className={css.time}>
            {startTime}-{endTime}
          </span>
          {zone && ` ${zone}`}
        </span>
        {more && <span className={css.more}>{more}</span>}
      </div>
      <StatusChip status={status} />
    </li>
  )
}
