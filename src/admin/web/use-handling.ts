import { useState } from 'react'
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
import { admin } from './admin.ts'

const texts = {
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

/**
 * Sends a write about a message, ticket, report, rating or appointment, shows how it went, and refetches everything
 * afterwards or if somebody was faster.
 */
export function useHandling<Input>(
  call: (input: Input, options: { context: { key: string } }) => Promise<unknown>,
  told: string,
  onDone: () => void = () => undefined,
) {
  const [failure, setFailure] = useState('')
  const write = useWrite(call, {
    onSuccess: async () => {
      onDone()
      toast({ kind: 'success', message: told })
      await reload()
    },
    onError: (error) => {
      setFailure(errorText(error, texts))
      // An answer that was lost may have been a yes.
      if (
        !errorCode(error) ||
        /^(support|messaging|payments|booking|appointments|ratings|care|packages|emergency|shop|reports)\./.test(
          errorCode(error),
        )
      )
        void reload()
    },
  })
  const send = (input: Input) => {
    setFailure('')
    write.mutate(input)
  }
  return { send, failure, isBusy: write.isPending }
}

const stale = [
  'messages',
  'message',
  'ticket',
  'reports',
  'ratings',
  'reviews',
  'incidents',
  'petReports',
  'petReportEntries',
  'emergencyPlaces',
  'emergencyPlace',
  'injuredReports',
  'appointment',
  'appointmentsOf',
  'disputedEnds',
  'soldPackage',
  'order',
  'missingOrders',
  'latePrescriptions',
  'openReturns',
  'sellers',
  'products',
  'autoships',
  'taxClasses',
  'coupons',
  'coupon',
  'couponChoices',
  'payouts',
  'moneyBack',
  'log',
] as const

function reload(): Promise<unknown> {
  return Promise.all(
    stale.map((name) => queryClient.invalidateQueries({ queryKey: admin.query[name].key() })),
  )
}
