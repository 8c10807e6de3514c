import { NativeSelect, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { admin, useIsAdministrator } from '#/admin/web/frame/admin.ts'
import { Decide } from '#/admin/web/frame/Decide.tsx'
import type { DeskAppointment } from '#/appointments/desk.ts'
import { formatMoney, leastPayment, parseAmount } from '#/kernel/money.ts'
import { longestRefundReason } from '#/payments/rules.ts'

type Props = {
  payment: Payment
  owner: string
  /** The sellers' parts of an order; the chosen one is refunded. */
  parts?: readonly { id: string; seller: string; refundable: number }[]
  /** Explains what the refund changes besides the money. */
  children?: ReactNode
}
type Payment = Pick<NonNullable<DeskAppointment['payment']>, 'id' | 'refundable' | 'currency'>

const asTyped = (amount: number) => (amount / 100).toFixed(2)

/** Refunds all or part of the captured money that hasn't been refunded. */
export function RefundButton({ payment, owner, parts = [], children }: Props) {
  const { id, currency } = payment
  const [chosen, setChosen] = useState<string>()
  const open = parts.filter((part) => part.refundable >= leastPayment)
  const part = open.find((one) => one.id === chosen) ?? open[0]
  const refundable = part?.refundable ?? payment.refundable
  const [amount, setAmount] = useState(asTyped(refundable))
  const [problem, setProblem] = useState('')
  const mayRefund = useIsAdministrator()
  const [payer, payee] = parts.length > 0 ? ['buyer', 'seller'] : ['owner', 'provider']
  if (!mayRefund || payment.refundable < leastPayment || refundable < leastPayment) return null
  const most = formatMoney({ amount: refundable, currency })

  function inputOf(reason: string) {
    const minor = parseAmount(amount)
    const isGood = minor !== null && minor >= leastPayment && minor <= refundable
    setProblem(isGood ? '' : `Please enter an amount from ₹1 to ${most}.`)
    return isGood ? { id, partId: part?.id as never, amount: minor, seen: refundable, reason } : undefined
  }

  return (
    <div>
      <Decide
        call={admin.call.refund}
        input={inputOf}
        label="Refund"
        spoken={`Refund ${owner}`}
        onOpen={() => setAmount(asTyped(refundable))}
        title={`Refund ${owner}?`}
        reasonHint={`The ${payer} and the ${payee} can read it, and it’s printed on the receipt. Up to ${longestRefundReason} characters.`}
        longestReason={longestRefundReason}
        busy="Refunding..."
        told="The refund is on its way."
      >
        <p>
          The money goes back to where it came from, and we deduct it from what the {payee} is owed. You can’t
          undo this.
        </p>
        {children}
        {parts.length > 1 && (
          <NativeSelect
            label="Whose part of the order"
            mb="md"
            value={part?.id ?? ''}
            data={open.map((one) => ({
              value: one.id,
              label: `${one.seller}, ${formatMoney({ amount: one.refundable, currency })} left`,
            }))}
            onChange={({ currentTarget: { value } }) => {
              setChosen(value)
              setAmount(asTyped(open.find((one) => one.id === value)?.refundable ?? 0))
              setProblem('')
            }}
          />
        )}
        <TextInput
          label="Amount in rupees"
          description={`You can refund up to ${most}.`}
          inputMode="decimal"
          value={amount}
          error={problem}
          onChange={(event) => setAmount(event.currentTarget.value)}
        />
      </Decide>
    </div>
  )
}
