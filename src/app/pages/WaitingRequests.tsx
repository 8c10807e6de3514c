import { Link } from 'react-router'
import button from '#/kernel/web/button.module.css'
import { useNow } from '#/kernel/web/use-now.ts'
import css from './Block.module.css'
import { DashboardBlock } from './DashboardBlock.tsx'
import { firstOfBoth } from './first-of-both.ts'
import { MeetRow } from './MeetRow.tsx'
import { useWaiting } from './use-meet-rows.ts'
import { RequestRow } from './VisitRow.tsx'

const shown = 3

export function WaitingRequests() {
  const { rows, meets, count, isPending, isLoadingError, refetch } = useWaiting()
  const all = rows.length + meets.length
  const first = firstOfBoth(rows, meets, shown)
  const now = useNow()
  return (
    <DashboardBlock
      title="Requests waiting"
      isPending={isPending}
      isError={isLoadingError}
      retry={refetch}
      aside={
        all > 0 && (
          <Link to="/appointments?side=visits&tab=requests" className={button.plain}>
            {all > shown ? `See all ${count}` : 'See requests'}
          </Link>
        )
      }
    >
      {all === 0 ? (
        <div className={css.quiet}>
          <p tabIndex={-1}>No requests are waiting</p>
          <span>When an owner asks for an appointment, it shows here until you answer.</span>
        </div>
      ) : (
        <ul className={css.list}>
          {first.requests.map((visit) => (
            <RequestRow key={visit.id} visit={visit} now={now} />
          ))}
          {first.meets.map((meet) => (
            <MeetRow key={meet.id} meet={meet} now={now} />
          ))}
        </ul>
      )}
    </DashboardBlock>
  )
}
