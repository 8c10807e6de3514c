import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoney, type Money } from '#/kernel/money.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { momentText } from '#/kernel/web/own-clock.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { OwnedPackage } from '#/packages/contract.ts'
import { packagesText } from '#/packages/text.ts'
import { packages, reloadPackages } from './packages.ts'
import { sessionsText } from './words.ts'

export function ReturnPackage({ bought, refund }: { bought: OwnedPackage; refund: Money }) {
  const [asking, setAsking] = useState(false)
  const client = useQueryClient()
  const { id, title, trainer, used, gone, singlePrice, pricePerSession, returnUntil, isDisputed } = bought
  const back = formatMoney(refund)
  const write = useWrite(packages.call.return, {
    onSuccess: () => {
      toast({
        kind: 'success',
        title: 'Package returned',
        message: isDisputed
          ? `If your bank doesn’t refund you, we’ll send back ${back} once it has decided.`
          : `${back} is on its way back to where it came from.`,
      })
      setAsking(false)
      return reloadPackages(client)
    },
    onError: (error) => {
      toast({ kind: 'error', title: 'Not returned', message: errorText(error, packagesText) })
      void reloadPackages(client)
    },
  })
  return (
    <ConfirmButton
      label="Return"
      spoken={`Return ${title}`}
      onOpen={() => setAsking(true)}
      opened={asking}
      title="Return this package?"
      reason="none"
      confirm="Return it"
      busy="Returning..."
      keep="Keep it"
      isBusy={write.isPending}
      onConfirm={() => write.mutate({ id, refund: refund.amount })}
      onClose={() => setAsking(false)}
    >
      <p>
        You can’t book with the package any more. You’ll get back <strong>{back}</strong>
        {isDisputed && ' once your bank has decided on your dispute'}.
      </p>
      {used > 0 && gone === 0 && (
        <p>
          {trainer.isAway
            ? `You’ve used ${sessionsText(used)}, which count at ${formatMoney(pricePerSession)} each, their share of the package.`
            : `You’ve used ${sessionsText(used)}, which count at ${formatMoney(singlePrice)} each, the price of a single session.`}
        </p>
      )}
      {returnUntil && !trainer.isAway && <p>You can return it until {momentText(returnUntil)}.</p>}
    </ConfirmButton>
  )
}
