import { useState } from 'react'
import { absenceAnswerHours, movesOf } from '#/booking/rules.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import type { Appointment } from '#/veterinary/contract.ts'
import { doctorName } from '../../names.ts'
import { useContestNoShow } from './useMove.ts'

/** The owner was there, whatever the vet noted. */
export function ContestButton({ appointment, now }: { appointment: Appointment; now: Date }) {
  const [asking, setAsking] = useState(false)
  const contest = useContestNoShow(() => setAsking(false))
  if (!movesOf('owner', appointment, now).includes('contest_no_show')) return null
  const { id, vet, payment } = appointment
  const doctor = doctorName(vet.fullName)
  return (
    <ConfirmButton
      label="Contest no-show"
      spoken={`Contest the no-show with ${doctor}`}
      onOpen={() => setAsking(true)}
      opened={asking}
      title="Contest this no-show?"
      reason="none"
      confirm="Contest it"
      busy="Sending..."
      keep="Go back"
      isBusy={contest.isPending}
      onConfirm={() => contest.move({ id })}
      onClose={() => setAsking(false)}
    >
      <p>
        We’ll ask {doctor}. If they don’t reply within {absenceAnswerHours} hours, we’ll cancel the
        appointment{payment ? ' and refund you in full. Until then nobody is paid.' : '.'}
      </p>
    </ConfirmButton>
  )
}
