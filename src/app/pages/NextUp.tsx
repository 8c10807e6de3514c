import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import button from '#/app/shell/button.module.css'
import { dayOf, formatDayFrom, zoneLabel } from '#/kernel/time.ts'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { rpcFor } from '#/kernel/web/rpc.ts'
import type { Appointment, veterinaryContract } from '#/veterinary/contract.ts'
import { DashboardBlock } from './DashboardBlock.tsx'
import css from './NextUp.module.css'

const veterinary = rpcFor<typeof veterinaryContract>('veterinary')

const statusNames: Record<Appointment['status'], string> = {
  pending: 'Pending',
  confirmed: 'Confirmed',
  completed: 'Completed',
  cancelled: 'Cancelled',
  declined: 'Declined',
  expired: 'Expired',
  no_show: 'No-show',
}

/** The three soonest bookings. */
export function NextUp() {
  const { data, isPending, isLoadingError, refetch } = useQuery(
    veterinary.query.appointments.queryOptions({ input: { tab: 'upcoming', limit: 3 } }),
  )
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
      <div className={css.when}>
        <strong>{formatDayFrom(today, date)}</strong>
        <span className="tabular">
          {startTime}–{endTime}
        </span>
      </div>
      <div className={css.what}>
        <Link to="/appointments" className={css.name} prefetch="intent">
          Dr. {vet.fullName}
        </Link>
        <span>{[pet && `with ${pet.name}`, vet.location, zone].filter(Boolean).join(' · ')}</span>
      </div>
      <span
        className={css.status}
        style={{ background: `var(--status-${status}-soft)`, color: `var(--status-${status}-text)` }}
      >
        {statusNames[status]}
      </span>
    </li>
  )
}
