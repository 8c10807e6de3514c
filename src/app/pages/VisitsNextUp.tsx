import { useSession } from '#/accounts/web/index.ts'
import { useUpcomingAppointments, useUpcomingVisits } from '#/appointments/web/useAppointments.ts'
import { useNow } from '#/kernel/web/use-now.ts'
import css from './Block.module.css'
import { All, Empty } from './Block.tsx'
import { BookingRow } from './BookingRow.tsx'
import { DashboardBlock } from './DashboardBlock.tsx'
import { shown } from './NextUp.tsx'
import { sidesOf } from './sides.ts'
import { VisitRow } from './VisitRow.tsx'

/** Shows a provider's soonest visits, then their own bookings. Waits for both, so that nothing jumps. */
export function VisitsNextUp() {
  const own = useUpcomingAppointments(shown)
  const visits = useUpcomingVisits(shown)
  const now = useNow()
  const other = sidesOf(useSession().user).hasRequests ? 'requests' : 'past'
  const bookings = own.data?.rows ?? []
  return (
    <DashboardBlock
      title="Next up"
      isPending={visits.isPending || own.isPending}
      isError={visits.isLoadingError || own.isLoadingError}
      retry={() => Promise.all([visits.refetch(), own.refetch()])}
      aside={
        visits.rows.length > 0 && <All to="/appointments?side=visits&tab=upcoming">All appointments</All>
      }
    >
      {visits.rows.length === 0 ? (
        <Empty
          sentence="No upcoming appointments"
          to={`/appointments?side=visits&tab=${other}`}
          action={other === 'requests' ? 'See requests' : 'See past appointments'}
        />
      ) : (
        <ul className={css.list}>
          {visits.rows.map((visit) => (
            <VisitRow key={visit.id} visit={visit} now={now} />
          ))}
        </ul>
      )}
      {bookings.length > 0 && (
        <>
          <h3 className={css.own}>Booked for your own pets</h3>
          <ul className={css.list}>
            {bookings.map((booking) => (
              <BookingRow key={booking.id} appointment={booking} now={now} />
            ))}
          </ul>
        </>
      )}
    </DashboardBlock>
  )
}
