import { useState } from 'react'
import { andGiveBack, nightsRefundText } from '#/appointments/claim-words.ts'
import type { Appointment } from '#/appointments/contract.ts'
import { isEndedEarly, movesOf } from '#/appointments/rules.ts'
import { formatMoney } from '#/kernel/money.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { isPaid } from '#/payments/rules.ts'
import { useTakeRefund } from './useMove.ts'

type Paid = NonNullable<Appointment['payment']>

const leftOf = ({ refundable, refunded }: Paid) => refundable - refunded

/**
 * Tells whether the owner can take a full refund or a package's session back, which replaces cancelling and
 * rescheduling.
 */
export function mayTakeRefund(appointment: Appointment, now: Date): boolean {
  const { payment, package: bought } = appointment
  const isMoneyLeft = payment && isPaid(payment.status) && leftOf(payment) > 0
  return Boolean(isMoneyLeft || bought) && movesOf('owner', appointment, now).includes('take_refund')
}

/** Takes a full refund of an appointment whose provider is suspended, at any time; of a stay that was ended early, for the nights left. */
export function TakeRefund({ appointment, now }: { appointment: Appointment; now: Date }) {
  const [asking, setAsking] = useState(false)
  const take = useTakeRefund(() => setAsking(false))
  const { id, payment, provider } = appointment
  const { name } = provider
  const byNights = payment && isEndedEarly(appointment)
  const label = byNights ? 'Take the refund' : payment ? 'Take a full refund' : 'Take the session back'
  return (
    <ConfirmButton
      label={label}
      spoken={`${label}: ${name}`}
      onOpen={() => setAsking(true)}
      opened={asking}
      title={
        byNights
          ? 'Cancel and take the refund?'
          : payment
            ? 'Cancel and take a full refund?'
            : 'Cancel and take the session back?'
      }
      reason="none"
      confirm={payment ? 'Take the refund' : 'Take it back'}
      busy="Cancelling..."
      keep="Keep appointment"
      isBusy={take.isPending}
      onConfirm={() => take.move({ id })}
      onClose={() => setAsking(false)}
    >
      <p>
        {name} can’t take appointments at the moment. We’ll cancel the appointment
        {payment
          ? `, and ${byNights ? nightsRefundText(payment, appointment) : formatMoney({ ...payment.amount, amount: leftOf(payment) })} goes back to where it came from.`
          : `${andGiveBack(appointment, 'owner', now)}.`}
      </p>
    </ConfirmButton>
  )
}
