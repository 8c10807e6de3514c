import type { ListedAppointment } from '#/appointments/contract.ts'
import { useUpcomingAppointments } from '#/appointments/web/useAppointments.ts'
import { useNow } from '#/kernel/web/use-now.ts'
import css from './Block.module.css'
import { All, Empty } from './Block.tsx'
import { BookingRow } from './BookingRow.tsx'
import { DashboardBlock } from './DashboardBlock.tsx'
import { MeetRow } from './MeetRow.tsx'
import { soonest, useMeetRows } from './use-meet-rows.ts'

export const shown = 3

export function NextUp() {
  const own = useUpcomingAppointments(shown)
  const meets = useMeetRows('owner', 'open')
  const now = useNow()
  const next = soonest(own.data?.rows ?? [], meets.rows, shown)
  return (
    <DashboardBlock
      title="Next up"
      isPending={own.isPending || meets.isPending}
      isError={own.isLoadingError || meets.isLoadingError}
      retry={() => Promise.all([own.refetch(), meets.refetch()])}
      aside={next.length > 0 && <All to="/appointments?side=bookings&tab=upcoming">All appointments</All>}
    >
      {next.length === 0 ? (
        <Empty sentence="No bookings yet" to="/services" action="Browse services" />
      ) : (
        <BookedRows next={next} now={now} />
      )}
    </DashboardBlock>
  )
}

type Next = ReturnType<typeof soonest<ListedAppointment>>

/** Lists an owner's next bookings and meet & greets. */
export function BookedRows({ next, now }: { next: Next; now: Date }) {
  return (
    <ul className={css.list}>
      {next.map(({ kind, row }) =>
        kind === 'meet' ? (
          <MeetRow key={row.id} meet={row} now={now} />
        ) : (
          <BookingRow key={row.id} appointment={row} now={now} />
        ),
      )}
    </ul>
  )
}
