import { errorText } from '#/kernel/web/error-text.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { paymentFailedText, paymentsText } from '../text.ts'
import { payments } from './payments.ts'

/** A saved method to open the page with, or the other kind than that. */
type Wanted = { methodId?: string | null; withOther?: boolean }

/** Leads on to the gateway's page. Pending until the browser has left: a second click finds nothing to do. */
export function usePay() {
  const { mutate, isPending, isSuccess } = useWrite(payments.call.pay, {
    onSuccess: ({ goTo }) => window.location.assign(goTo),
    onError: (error) =>
      toast({
        kind: 'error',
        title: 'Payment Failed',
        message: errorText(error, paymentsText, paymentFailedText),
      }),
  })
  return {
    pay: (id: string, wanted: Wanted = {}) => mutate({ id: id as never, ...wanted }),
    isPaying: isPending || isSuccess,
  }
}
