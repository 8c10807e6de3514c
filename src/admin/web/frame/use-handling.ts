import { useState } from 'react'
import { adminText } from '#/admin/text.ts'
import { appointmentsText } from '#/appointments/text.ts'
import { careText } from '#/care/text.ts'
import { emergencyText } from '#/emergency/text.ts'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { queryClient } from '#/kernel/web/query-client.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { messagingText } from '#/messaging/text.ts'
import { packagesText } from '#/packages/text.ts'
import { paymentsText } from '#/payments/text.ts'
import { ratingsText } from '#/ratings/text.ts'
import { reportsText } from '#/reports/text.ts'
import { shopText } from '#/shop/text.ts'
import { supportText } from '#/support/text.ts'
import { verificationText } from '#/verification/text.ts'
import { admin } from './admin.ts'

const texts = {
  ...adminText,
  ...verificationText,
  ...supportText,
  ...messagingText,
  ...paymentsText,
  ...appointmentsText,
  ...ratingsText,
  ...careText,
  ...packagesText,
  ...emergencyText,
  ...shopText,
  ...reportsText,
}

export type AdminCall<Input> = (input: Input, options: { context: { key: string } }) => Promise<unknown>

/** The place of a failure. `toast` also closes what a rule refused, as fresh data may remove the button. */
export type Failing = 'here' | 'toast'

/** Sends a write of an admin, shows how it went, and refetches everything afterwards or if somebody was faster. */
export function useHandling<Input>(
  call: AdminCall<Input>,
  told: string,
  onDone: () => void = () => undefined,
  failing: Failing = 'here',
) {
  const [failure, setFailure] = useState('')
  const write = useWrite(call, {
    onSuccess: async () => {
      onDone()
      toast({ kind: 'success', message: told })
      await reload()
    },
    onError: (error) => {
      const code = errorCode(error)
      const message = errorText(error, texts)
      if (failing === 'here') setFailure(message)
      else toast({ kind: 'error', message })
      const isRuled = /^(?!request\.)[a-z]+\./.test(code)
      if (failing === 'toast' && isRuled) onDone()
      // An answer that was lost may have been a yes.
      if (isRuled || !code) void reload()
    },
  })
  const send = (input: Input) => {
    setFailure('')
    write.mutate(input)
  }
  return { send, failure, isBusy: write.isPending }
}

const reload = (): Promise<void> => queryClient.invalidateQueries({ queryKey: admin.query.key() })
