import { useSession } from '#/accounts/web/index.ts'
import { useUpcomingAppointments, useUpcomingVisits } from '#/appointments/web/useAppointments.ts'
import { useNow } from '#/kernel/web/use-now.ts'
import css from './Block.module.css'
import { All, Empty } from './Block.tsx'
import { DashboardBlock } from './DashboardBlock.tsx'
import { MeetRow } from './MeetRow.tsx'
import { BookedRows, shown } from './NextUp.tsx'
import { sidesOf } from './sides.ts'
import { soonest, useMeetRows } from './use-meet-rows.ts'
import { VisitRow } from './VisitRow.tsx'

/** Shows a provider's soonest visits, then their own bookings. Waits for both, so that nothing jumps. */
export function VisitsNextUp() {
  const own = useUpcomingAppointments(shown)
  const visits = useUpcomingVisits(shown)
  const ownMeets = useMeetRows('owner', 'open')
  const meets = useMeetRows('sitter', 'upcoming')
  const now = useNow()
  const other = sidesOf(useSession().user).hasRequests ? 'requests' : 'past'
  const bookings = soonest(own.data?.rows ?? [], ownMeets.rows, shown)
  const next = soonest(visits.rows, meets.rows, shown)
  const queries = [visits, own, meets, ownMeets]
  return (
    <DashboardBlock
      title="Next up"
      isPending={queries.some(({ isPending }) => isPending)}
      isError={queries.some(({ isLoadingError }) => isLoadingError)}
      retry={() => Promise.all(queries.map(({ refetch }) => refetch()))}
      aside={next.length > 0 && <All to="/appointments?side=visits&tab=upcoming">All appointments</All>}
    >
      {next.length === 0 ? (
        <Empty
          sentence="No upcoming appointments"
          to={`/appointments?side=visits&tab=${other}`}
          action={other === 'requests' ? 'See requests' : 'See past appointments'}
        />
      ) : (
        <ul className={css.list}>
          {next.map(({ kind, row }) =>
            kind === 'meet' ? (
              <MeetRow key={row.id} meet={row} now={now} />
            ) : (
              <VisitRow key={row.id} visit={row} now={now} />
            ),
          )}
        </ul>
      )}
      {bookings.length > 0 && (
        <>
          <h3 className={css.own}>Booked for your own pets</h3>
          <BookedRows next={bookings} now={now} />
        </>
      )}
    </DashboardBlock>
  )
}
