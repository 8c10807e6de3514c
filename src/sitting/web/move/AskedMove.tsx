import type { Appointment, Visit } from '#/appointments/contract.ts'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { useAskedMove } from './moves.ts'

const question = onDemand(() => import('./MoveQuestion.tsx'))

type Props = { appointment: Appointment | Visit; other: string; now: Date }

/** Shows the open question whether a visit can be at another time, which few visits have. */
export function AskedMove({ appointment, other, now }: Props) {
  const move = useAskedMove(appointment, now)
  const Question = useOnDemand(question, move !== undefined)
  return move && Question && <Question appointment={appointment} other={other} move={move} />
}
