import { Link } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import button from '#/app/shell/button.module.css'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { useUpcomingAppointments, useUpcomingVisits } from '#/veterinary/web/appointments/useAppointments.ts'
import { BookingRow, VisitRow } from './BookingRow.tsx'
import { DashboardBlock } from './DashboardBlock.tsx'
import css from './NextUp.module.css'

const shown = 3

/** What comes next: the soonest bookings or, for who wears a vet's hat, the soonest visits and then their own bookings. */
export function NextUp() {
  const { user } = useSession()
  const asVet = user?.role === 'veterinary_doctor' && Boolean(user.records['veterinary_doctor'])
  return asVet ? <VisitsNextUp /> : <BookingsNextUp />
}

function BookingsNextUp() {
  const { data, isPending, isLoadingError, refetch } = useUpcomingAppointments(shown)
  const bookings = data?.rows ?? []
  return (
    <DashboardBlock
      title="Next up"
      isPending={isPending}
      isError={isLoadingError}
      retry={refetch}
      aside={bookings.length > 0 && <All to="/appointments?side=bookings&tab=upcoming">All appointments</All>}
      skeleton={<div className={css.skeleton} />}
    >
      {bookings.length === 0 ? (
        <Empty sentence="No bookings yet" to="/services" action="Browse services" />
      ) : (
        <ul className={css.list}>
          {bookings.map((booking) => (
            <BookingRow key={booking.id} booking={booking} />
          ))}
        </ul>
      )}
    </DashboardBlock>
  )
}

/** Shown when both are known, so that nothing moves down later. */
function VisitsNextUp() {
  const own = useUpcomingAppointments(shown)
  const visits = useUpcomingVisits(shown)
  const bookings = own.data?.rows ?? []
  return (
    <DashboardBlock
      title="Next up"
      isPending={visits.isPending || own.isPending}
      isError={visits.isLoadingError || own.isLoadingError}
      retry={() => Promise.all([visits.refetch(), own.refetch()])}
      aside={visits.rows.length > 0 && <All to="/appointments?side=visits&tab=upcoming">All visits</All>}
      skeleton={<div className={css.skeleton} />}
    >
      {visits.rows.length === 0 ? (
        <Empty
          sentence="No visits to come"
          to="/appointments?side=visits&tab=requests"
          action="See requests"
        />
      ) : (
        <ul className={css.list}>
          {visits.rows.map((visit) => (
            <VisitRow key={visit.id} visit={visit} />
          ))}
        </ul>
      )}
      {bookings.length > 0 && (
        <>
          <h3 className={css.own}>Booked for your own pets</h3>
          <ul className={css.list}>
            {bookings.map((booking) => (
              <BookingRow key={booking.id} booking={booking} />
            ))}
          </ul>
        </>
      )}
    </DashboardBlock>
  )
}

function All({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={button.plain}>
      {children}
    </Link>
  )
}

function Empty({ sentence, to, action }: { sentence: string; to: string; action: string }) {
  return (
    <div className={css.empty}>
      <Drawing name="no-appointments" width={160} />
      <div>
        <p>{sentence}</p>
        <Link to={to} className={button.primary}>
          {action}
        </Link>
      </div>
    </div>
  )
}
