import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { BookingDialogFooter } from '#/booking/web/index.ts'
import { formatMoney } from '#/kernel/money.ts'
import { formatDay, formatInstant } from '#/kernel/time.ts'
import { toast } from '#/kernel/web/toast.ts'
import { usePay } from '#/payments/web/index.ts'
import type { Appointment } from '../contract.ts'
import { doctorName } from '../names.ts'
import { payByText } from '../terms.ts'
import css from './PaymentStep.module.css'

type Props = {
  appointment: Appointment & { payment: NonNullable<Appointment['payment']> }
  /** What was chosen to be charged. */
  methodId: string | null
  /** Closes only this step: the appointment waits for its payment. */
  onCancel: () => void
}

/** The last step of what is paid here: now, or by itself a day before. */
export function PaymentStep({ appointment, methodId, onCancel }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { pay, isPaying } = usePay()
  const { payment, vet, date, startTime, endTime, timeZone } = appointment

  function later() {
    if (!payment.chargeAt)
      toast({
        kind: 'info',
        title: 'Not paid yet',
        message: `${payByText(payment.payBy!, timeZone)} Otherwise the slot will be released. You’ll find it under Appointments.`,
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
          Teleconsultation with {doctorName(vet.fullName)}, {formatDay(date)},{' '}
          <span className="tabular">
            {startTime}-{endTime}
          </span>
        </p>
        <p className={css.note}>
          {payment.chargeAt
            ? `Pay now to confirm it at once. Otherwise it will be charged automatically on ${formatInstant(payment.chargeAt, timeZone)}.`
            : `${payByText(payment.payBy!, timeZone)} Otherwise the slot will be released.`}
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
