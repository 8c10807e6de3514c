import { Button } from '@mantine/core'
import { usePay } from './use-pay.ts'

type Props = {
  paymentId: string
  /** The accessible name, where several buttons stand side by side. */
  spoken?: string
  label?: string
}

export function PayNow({ paymentId, spoken, label = 'Pay Now' }: Props) {
  const { pay, isPaying } = usePay()
  return (
    <Button color="marigold" aria-label={spoken} disabled={isPaying} onClick={() => pay(paymentId)}>
      {isPaying ? 'Opening payment...' : label}
    </Button>
  )
}

/** Pays by card instead of UPI, or the reverse. */
export function PayOtherwise({ paymentId }: { paymentId: string }) {
  const { pay, isPaying } = usePay()
  return (
    <Button variant="default" disabled={isPaying} onClick={() => pay(paymentId, { withOther: true })}>
      Pay another way
    </Button>
  )
}
