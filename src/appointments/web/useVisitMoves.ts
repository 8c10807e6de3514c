import { useState } from 'react'
import type { Visit } from '#/appointments/contract.ts'
import { type Move, movesOf } from '#/appointments/rules.ts'
import { inStatus } from './in-status.ts'
import {
  type Refusals,
  useAccept,
  useCancel,
  useComplete,
  useConcedeAbsence,
  useDecline,
  useDenyAbsence,
  useDisputeEarlyEnd,
  useEndEarly,
  useReportNoShow,
  useResumeStay,
  useWithdrawProposal,
} from './useMove.ts'

/**
 * Makes a provider's moves, with later domains' sentences for refused ones. `shown` includes a change that the server
 * hasn't confirmed yet; `asking` opens the dialog of a move.
 */
export function useVisitMoves(visit: Visit, now: Date, refusals: Refusals) {
  const [asking, setAsking] = useState<Move | null>(null)
  const close = () => setAsking(null)
  const accept = useAccept(refusals)
  const complete = useComplete(close)
  const deny = useDenyAbsence()
  const decline = useDecline(close)
  const cancel = useCancel(close)
  const reportNoShow = useReportNoShow(close)
  const concede = useConcedeAbsence(close)
  const endEarly = useEndEarly(close)
  const resume = useResumeStay(close)
  const dispute = useDisputeEarlyEnd(close)
  const withdraw = useWithdrawProposal()

  const shown: Visit = { ...visit }
  if (accept.isPending) Object.assign(shown, inStatus('confirmed'))
  if (asking === null) {
    if (complete.isPending) Object.assign(shown, inStatus('completed'))
    if (decline.isPending) Object.assign(shown, inStatus('declined'))
    if (reportNoShow.isPending) Object.assign(shown, inStatus('no_show'))
    if (cancel.isPending || concede.isPending)
      Object.assign(shown, inStatus('cancelled'), { cancelledBy: 'provider' })
  }
  const writes = [
    accept,
    complete,
    deny,
    decline,
    cancel,
    reportNoShow,
    concede,
    endEarly,
    resume,
    dispute,
    withdraw,
  ]
  const isMoving = writes.some(({ isPending }) => isPending) && asking === null
  const moves = isMoving ? [] : movesOf('provider', shown, now)
  return {
    shown,
    may: (move: Move) => moves.includes(move),
    accept,
    complete,
    deny,
    decline,
    cancel,
    reportNoShow,
    concede,
    endEarly,
    resume,
    dispute,
    withdraw,
    dialog: (move: Move) => ({
      opened: asking === move,
      onOpen: () => setAsking(move),
      onClose: close,
    }),
  }
}

export type VisitMoves = ReturnType<typeof useVisitMoves>
