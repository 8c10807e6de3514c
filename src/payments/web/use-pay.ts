import { errorText } from '#/kernel/web/error-text.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { paymentFailedText, paymentsText } from '#/payments/text.ts'
import { payments } from './payments.ts'

type Wanted = { methodId?: string | null; withOther?: boolean }

/** Redirects to the gateway's page, and stays pending until the browser has left so that a second click does nothing. */
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
