import { useState } from 'react'
import type { Appointment } from '#/appointments/contract.ts'
import { movesOf } from '#/appointments/rules.ts'
import { formatMoney } from '#/kernel/money.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { isPaid } from '#/payments/rules.ts'
import { useTakeRefund } from './useMove.ts'

type Paid = NonNullable<Appointment['payment']>

const leftOf = ({ amount, refunded }: Paid) => amount.amount - refunded

/** Whether the owner can take a full refund, which replaces cancelling and moving. */
export function mayTakeRefund(appointment: Appointment, now: Date): boolean {
  const { payment } = appointment
  if (!payment || !isPaid(payment.status) || leftOf(payment) === 0) return false
  return movesOf('owner', appointment, now).includes('take_refund')
}

/** Refunds a paid appointment whose provider may not act, at any time. */
export function TakeRefund({ appointment }: { appointment: Appointment }) {
  const [asking, setAsking] = useState(false)
  const take = useTakeRefund(() => setAsking(false))
  const { id, payment, provider } = appointment
  if (!payment) return null
  const { name } = provider
  const left = { ...payment.amount, amount: leftOf(payment) }
  return (
    <ConfirmButton
      label="Take a full refund"
      spoken={`Take a full refund for ${name}`}
      onOpen={() => setAsking(true)}
      opened={asking}
      title="Cancel and take a full refund?"
      reason="none"
      confirm="Take the refund"
      busy="Refunding..."
      keep="Keep appointment"
      isBusy={take.isPending}
      onConfirm={() => take.move({ id })}
      onClose={() => setAsking(false)}
    >
      <p>
        {name} can’t take appointments at the moment. We’ll cancel the appointment, and {formatMoney(left)}{' '}
        goes back to where it came from.
      </p>
    </ConfirmButton>
  )
}
