import { errorText } from '#/kernel/web/error-text.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { paymentsText } from '../text.ts'
import { payments } from './payments.ts'

/** Leads on to the gateway's page. Pending until the browser has left: a second click finds nothing to do. */
export function usePay() {
  const { mutate, isPending, isSuccess } = useWrite(payments.call.pay, {
    onSuccess: ({ goTo }) => window.location.assign(goTo),
    onError: (error) =>
      toast({
        kind: 'error',
        title: 'Payment Failed',
        message: errorText(
          error,
          paymentsText,
          'There was an issue processing your payment. Please try again.',
        ),
      }),
  })
  return { pay: (id: string) => mutate({ id }), isPaying: isPending || isSuccess }
}
