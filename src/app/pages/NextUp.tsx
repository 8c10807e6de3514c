import { Link } from 'react-router'
import button from '#/app/shell/button.module.css'
import { dayOf, formatDayFrom, zoneLabel } from '#/kernel/time.ts'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import type { Appointment } from '#/veterinary/contract.ts'
import { doctorName } from '#/veterinary/names.ts'
import { StatusChip } from '#/veterinary/web/appointments/StatusChip.tsx'
import { useUpcomingAppointments } from '#/veterinary/web/appointments/useAppointments.ts'
import { Portrait } from '#/veterinary/web/Portrait.tsx'
import { DashboardBlock } from './DashboardBlock.tsx'
import css from './NextUp.module.css'

/** The three soonest bookings. */
export function NextUp() {
  const { data, isPending, isLoadingError, refetch } = useUpcomingAppointments(3)
  const bookings = data?.rows ?? []
  return (
    <DashboardBlock
      title="Next up"
      isPending={isPending}
      isError={isLoadingError}
      retry={refetch}
      aside={
        bookings.length > 0 && (
          <Link to="/appointments" className={button.plain} prefetch="intent">
            All appointments
          </Link>
        )
      }
      skeleton={<div className={css.skeleton} />}
    >
      {bookings.length === 0 ? (
        <NoBookings />
      ) : (
        <ul className={css.list}>
          {bookings.map((appointment) => (
            <Booking key={appointment.id} appointment={appointment} />
          ))}
        </ul>
      )}
    </DashboardBlock>
  )
}

function NoBookings() {
  return (
    <div className={css.empty}>
      <Drawing name="no-appointments" width={160} />
      <div>
        <p>No bookings yet</p>
        <Link to="/services" className={button.primary} prefetch="intent">
          Browse services
        </Link>
      </div>
    </div>
  )
}

function Booking({ appointment }: { appointment: Appointment }) {
  const { vet, pet, status, startsAt, startTime, endTime, date, timeZone } = appointment
  const today = dayOf(new Date(), timeZone)
  const zone = zoneLabel(timeZone, Intl.DateTimeFormat().resolvedOptions().timeZone, startsAt)
  return (
    <li className={css.booking}>
      <Portrait person={vet} size={52} />
      <div className={css.what}>
        <Link to="/appointments" className={css.name} prefetch="intent">
          {doctorName(vet.fullName)}
        </Link>
        <span className="tabular">
          {formatDayFrom(today, date)},{' '}
          <span className={css.time}>
            {startTime}-{endTime}
          </span>
        </span>
        <span>{[pet && `with ${pet.name}`, vet.location, zone].filter(Boolean).join(' · ')}</span>
      </div>
      <StatusChip status={status} />
    </li>
  )
}
