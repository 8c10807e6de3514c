import { Button } from '@mantine/core'
import { usePay } from './use-pay.ts'

/** Pays what waits for it. `spoken`: what for, where several stand side by side. */
export function PayNow({ paymentId, spoken }: { paymentId: string; spoken?: string }) {
  const { pay, isPaying } = usePay()
  return (
    <Button color="marigold" aria-label={spoken} disabled={isPaying} onClick={() => pay(paymentId)}>
      {isPaying ? 'Opening payment...' : 'Pay Now'}
    </Button>
  )
}
