import { useUpcomingAppointments } from '#/appointments/web/useAppointments.ts'
import { useNow } from '#/kernel/web/use-now.ts'
import css from './Block.module.css'
import { All, Empty } from './Block.tsx'
import { BookingRow } from './BookingRow.tsx'
import { DashboardBlock } from './DashboardBlock.tsx'

export const shown = 3

export function NextUp() {
  const { data, isPending, isLoadingError, refetch } = useUpcomingAppointments(shown)
  const now = useNow()
  const bookings = data?.rows ?? []
  return (
    <DashboardBlock
      title="Next up"
      isPending={isPending}
      isError={isLoadingError}
      retry={refetch}
      aside={bookings.length > 0 && <All to="/appointments?side=bookings&tab=upcoming">All appointments</All>}
    >
      {bookings.length === 0 ? (
        <Empty sentence="No bookings yet" to="/services" action="Browse services" />
      ) : (
        <ul className={css.list}>
          {bookings.map((booking) => (
            <BookingRow key={booking.id} appointment={booking} now={now} />
          ))}
        </ul>
      )}
    </DashboardBlock>
  )
}
