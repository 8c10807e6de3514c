import { useState } from 'react'
import { nightsRefundText } from '#/appointments/claim-words.ts'
import type { Appointment } from '#/appointments/contract.ts'
import { movesOf } from '#/appointments/rules.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { useAgreeEarlyEnd } from './useMove.ts'

export function AgreeEarlyEnd({ appointment, now }: { appointment: Appointment; now: Date }) {
  const [asking, setAsking] = useState(false)
  const agree = useAgreeEarlyEnd(() => setAsking(false))
  if (!movesOf('owner', appointment, now).includes('agree_early_end')) return null
  const { id, provider, noun, payment } = appointment
  return (
    <ConfirmButton
      label="I agree"
      spoken={`I agree that the ${noun} ended early: ${provider.name}`}
      onOpen={() => setAsking(true)}
      opened={asking}
      title={`Agree that the ${noun} ended early?`}
      reason="none"
      confirm="Agree"
      busy="Agreeing..."
      keep="Go back"
      isBusy={agree.isPending}
      onConfirm={() => agree.move({ id })}
      onClose={() => setAsking(false)}
    >
      <p>
        The {noun} is then completed
        {payment && `, ${provider.name} is paid in full, and you get nothing back`}. After that, you can’t
        report that they left early{payment && ` and get back ${nightsRefundText(payment, appointment)}`}.
      </p>
    </ConfirmButton>
  )
}
