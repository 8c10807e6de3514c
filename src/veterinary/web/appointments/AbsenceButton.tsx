import { useState } from 'react'
import { absenceAnswerHours, movesOf } from '#/booking/rules.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import type { Appointment } from '#/veterinary/contract.ts'
import { doctorName } from '../../names.ts'
import { useReportAbsence } from './useMove.ts'

/** The owner waited in vain. */
export function AbsenceButton({ appointment, now }: { appointment: Appointment; now: Date }) {
  const [asking, setAsking] = useState(false)
  const report = useReportAbsence(() => setAsking(false))
  if (!movesOf('owner', appointment, now).includes('report_absence')) return null
  const doctor = doctorName(appointment.vet.fullName)
  return (
    <ConfirmButton
      label="The vet did not come"
      spoken={`${doctor} did not come`}
      onOpen={() => setAsking(true)}
      opened={asking}
      title={`Did ${doctor} not come?`}
      reason="none"
      confirm="Report it"
      busy="Reporting..."
      keep="Go back"
      isBusy={report.isPending}
      onConfirm={() => report.move({ id: appointment.id })}
      onClose={() => setAsking(false)}
    >
      <p>
        We’ll ask {doctor}. If they don’t reply within {absenceAnswerHours} hours, we’ll cancel the
        appointment{appointment.payment ? ' and refund you in full. Until then nobody is paid.' : '.'}
      </p>
    </ConfirmButton>
  )
}
