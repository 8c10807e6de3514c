import { Button } from '@mantine/core'
import { usePay } from './use-pay.ts'

type Props = {
  paymentId: string
  /** What for, where several stand side by side. */
  spoken?: string
  label?: string
}

/** Pays what waits for it, with the method that was chosen. */
export function PayNow({ paymentId, spoken, label = 'Pay Now' }: Props) {
  const { pay, isPaying } = usePay()
  return (
    <Button color="marigold" aria-label={spoken} disabled={isPaying} onClick={() => pay(paymentId)}>
      {isPaying ? 'Opening payment...' : label}
    </Button>
  )
}

/** The same by card instead of UPI, or the other way round. */
export function PayOtherwise({ paymentId }: { paymentId: string }) {
  const { pay, isPaying } = usePay()
  return (
    <Button variant="default" disabled={isPaying} onClick={() => pay(paymentId, { withOther: true })}>
      Other method
    </Button>
  )
}
