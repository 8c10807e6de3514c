import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { DeskAppointment } from '#/appointments/desk.ts'
import { formatMoney, parseAmount } from '#/kernel/money.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { longestRefundReason } from '#/payments/rules.ts'
import { admin, useIsAdministrator } from './admin.ts'
import messages from './Messages.module.css'
import { useHandling } from './use-handling.ts'

type Props = {
  payment: Payment
  owner: string
  /** Explains what the refund changes besides the money. */
  children?: ReactNode
}
type Payment = Pick<NonNullable<DeskAppointment['payment']>, 'id' | 'refundable' | 'currency'>

/** Refunds all or part of the captured money that hasn't been refunded. */
export function RefundButton({ payment, owner, children }: Props) {
  const { id, refundable, currency } = payment
  const [opened, setOpened] = useState(false)
  const [amount, setAmount] = useState((refundable / 100).toFixed(2))
  const [problem, setProblem] = useState('')
  const close = () => setOpened(false)
  const { send, failure, isBusy } = useHandling(admin.call.refund, 'The refund is on its way.', close)
  const mayRefund = useIsAdministrator()
  if (!mayRefund || refundable === 0) return null
  const most = formatMoney({ amount: refundable, currency })

  function submit(reason: string) {
    const minor = parseAmount(amount)
    const isGood = minor !== null && minor > 0 && minor <= refundable
    setProblem(isGood ? '' : `Please enter up to ${most}.`)
    if (isGood) send({ id, amount: minor, reason })
  }

  return (
    <div>
      <ConfirmButton
        label="Refund"
        spoken={`Refund ${owner}`}
        opened={opened}
        onOpen={() => {
          setAmount((refundable / 100).toFixed(2))
          setOpened(true)
        }}
        onClose={close}
        title={`Refund ${owner}?`}
        reason="required"
        reasonHint={`The owner and the provider can read it, and it’s printed on the receipt. Up to ${longestRefundReason} characters.`}
        longestReason={longestRefundReason}
        confirm="Refund"
        busy="Refunding..."
        keep="Go back"
        isBusy={isBusy}
        onConfirm={submit}
      >
        <p>
          The money goes back to where it came from, and we deduct it from what the provider is owed. You
          can’t undo this.
        </p>
        {children}
        <TextInput
          label="Amount in rupees"
          description={`You can refund up to ${most}.`}
          inputMode="decimal"
          value={amount}
          error={problem}
          onChange={(event) => setAmount(event.currentTarget.value)}
        />
        <p role="alert" className={messages.failure}>
          {failure}
        </p>
      </ConfirmButton>
    </div>
  )
}
