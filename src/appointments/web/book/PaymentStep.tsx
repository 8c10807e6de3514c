import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { Booked as Answer } from '#/appointments/contract.ts'
import { payByText } from '#/appointments/terms.ts'
import { BookingDialogFooter } from '#/booking/web/index.ts'
import { upperFirst } from '#/kernel/letters.ts'
import { formatMoney } from '#/kernel/money.ts'
import { formatDay, formatInstant } from '#/kernel/time.ts'
import { toast } from '#/kernel/web/toast.ts'
import { usePay } from '#/payments/web/index.ts'
import css from './PaymentStep.module.css'

type Props = {
  booked: Answer & { payment: NonNullable<Answer['payment']> }
  /** 'teleconsultation' */
  noun: string
  /** The provider's name. */
  name: string
  /** The chosen payment method. */
  methodId: string | null
  /** Closes only this step: the appointment still waits for its payment. */
  onCancel: () => void
}

/** Asks whether to pay online now, or automatically a day before. */
export function PaymentStep({ booked, noun, name, methodId, onCancel }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { pay, isPaying } = usePay()
  const { payment, date, startTime, endTime, timeZone } = booked

  function later() {
    if (!payment.chargeAt)
      toast({
        kind: 'info',
        title: 'Not paid yet',
        message: `${payByText(payment.payBy!, timeZone, new Date())} Otherwise the slot will be released. You’ll find it under Appointments.`,
      })
    onCancel()
  }

  return (
    <>
      <div className={css.card}>
        <h3 ref={heading} tabIndex={-1}>
          Payment Required
        </h3>
        <p className={css.amount}>{formatMoney(payment.amount)}</p>
        <p>
          {upperFirst(noun)} with {name}, {formatDay(date)},{' '}
          <span className="tabular">
            {startTime}-{endTime}
          </span>
        </p>
        <p className={css.note}>
          {payment.chargeAt
            ? `Pay now to confirm it at once. Otherwise it will be charged automatically on ${formatInstant(payment.chargeAt, timeZone)}.`
            : `${payByText(payment.payBy!, timeZone, new Date())} Otherwise the slot will be released.`}
        </p>
      </div>
      <BookingDialogFooter>
        <div className={css.buttons}>
          <Button variant="default" onClick={later} disabled={isPaying}>
            Cancel
          </Button>
          <Button color="marigold" onClick={() => pay(payment.id, { methodId })} disabled={isPaying}>
            {isPaying ? 'Opening payment...' : 'Pay Now'}
          </Button>
        </div>
      </BookingDialogFooter>
    </>
  )
}
