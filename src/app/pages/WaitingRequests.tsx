import { Link } from 'react-router'
import button from '#/app/shell/button.module.css'
import { useWaitingRequests } from '#/veterinary/web/appointments/useAppointments.ts'
import css from './WaitingRequests.module.css'

/** For a vet: whether anyone waits for an answer. One line, there from the start, so that nothing jumps. */
export function WaitingRequests() {
  const waiting = useWaitingRequests()
  return (
    <div className={css.line}>
      <p>{sentenceOf(waiting)}</p>
      <Link to="/appointments?side=visits&tab=requests" className={button.plain}>
        {waiting === '0' ? 'My visits' : 'See requests'}
      </Link>
    </div>
  )
}

function sentenceOf(waiting: string | undefined): string {
  if (waiting === undefined) return 'Requests from pet owners'
  if (waiting === '0') return 'No requests are waiting'
  return waiting === '1' ? '1 request is waiting' : `${waiting} requests are waiting`
}
