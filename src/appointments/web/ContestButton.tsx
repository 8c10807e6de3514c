import { useState } from 'react'
import { andGiveBack, hasMoney } from '#/appointments/claim-words.ts'
import type { Appointment } from '#/appointments/contract.ts'
import { absenceAnswerHours, movesOf } from '#/appointments/rules.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { useContestNoShow } from './useMove.ts'

export function ContestButton({ appointment, now }: { appointment: Appointment; now: Date }) {
  const [asking, setAsking] = useState(false)
  const contest = useContestNoShow(() => setAsking(false))
  if (!movesOf('owner', appointment, now).includes('contest_no_show')) return null
  const { id, provider } = appointment
  const { name } = provider
  return (
    <ConfirmButton
      label="Contest no-show"
      spoken={`Contest no-show: ${name}`}
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
        We’ll ask {name}. If they don’t reply within {absenceAnswerHours} hours, we’ll cancel the appointment
        {andGiveBack(appointment, 'owner', now)}.{hasMoney(appointment) && ' Until then nobody is paid.'}
      </p>
    </ConfirmButton>
  )
}
