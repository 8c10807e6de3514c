import { Link } from 'react-router'
import { useWaitingRequests } from '#/appointments/web/useAppointments.ts'
import button from '#/kernel/web/button.module.css'
import { useNow } from '#/kernel/web/use-now.ts'
import css from './Block.module.css'
import { DashboardBlock } from './DashboardBlock.tsx'
import { RequestRow } from './VisitRow.tsx'

const shown = 3

export function WaitingRequests() {
  const { rows, count, isPending, isLoadingError, refetch } = useWaitingRequests()
  const now = useNow()
  return (
    <DashboardBlock
      title="Requests waiting"
      isPending={isPending}
      isError={isLoadingError}
      retry={refetch}
      aside={
        rows.length > 0 && (
          <Link to="/appointments?side=visits&tab=requests" className={button.plain}>
            {rows.length > shown ? `See all ${count}` : 'See requests'}
          </Link>
        )
      }
    >
      {rows.length === 0 ? (
        <div className={css.quiet}>
          <p tabIndex={-1}>No requests are waiting</p>
          <span>When an owner asks for an appointment, it shows here until you answer.</span>
        </div>
      ) : (
        <ul className={css.list}>
          {rows.slice(0, shown).map((visit) => (
            <RequestRow key={visit.id} visit={visit} now={now} />
          ))}
        </ul>
      )}
    </DashboardBlock>
  )
}
