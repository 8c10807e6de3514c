import { useState } from 'react'
import { andGiveBack, hasMoney, isAboutEarlyEnd, missedText } from '#/appointments/claim-words.ts'
import type { Appointment } from '#/appointments/contract.ts'
import { absenceAnswerHours, movesOf } from '#/appointments/rules.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { useReportAbsence } from './useMove.ts'

export function AbsenceButton({ appointment, now }: { appointment: Appointment; now: Date }) {
  const [asking, setAsking] = useState(false)
  const report = useReportAbsence(() => setAsking(false))
  if (!movesOf('owner', appointment, now).includes('report_absence')) return null
  const { provider, providerNoun } = appointment
  const { name } = provider
  const missed = missedText(appointment, now)
  return (
    <ConfirmButton
      label={`The ${providerNoun} ${missed}`}
      spoken={`The ${providerNoun} ${missed}: ${name}`}
      onOpen={() => setAsking(true)}
      opened={asking}
      title={`Report that ${name} ${missed}?`}
      reason="none"
      confirm="Report it"
      busy="Reporting..."
      keep="Go back"
      isBusy={report.isPending}
      onConfirm={() => report.move({ id: appointment.id })}
      onClose={() => setAsking(false)}
    >
      <p>
        We’ll ask {name}. If they don’t reply within {absenceAnswerHours} hours, we’ll cancel the appointment
        {andGiveBack(appointment, 'owner', now)}.{hasMoney(appointment) && ' Until then nobody is paid.'}
        {isAboutEarlyEnd(appointment, now) &&
          ' If they say that you agreed to it or asked for it, Support decides.'}
      </p>
    </ConfirmButton>
  )
}
