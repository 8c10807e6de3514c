import { Button } from '@mantine/core'
import { useState } from 'react'
import { errorText } from '#/kernel/web/error-text.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import type { SoldPart } from '#/shop/orders.ts'
import { shopText } from '#/shop/text.ts'
import { shop } from '#/shop/web/shop.ts'
import { useStep } from './use-step.ts'

/** Lets a seller refuse further orders of this buyer, and take them again. */
export function BlockBuyer({ id, number, isBlocked }: Pick<SoldPart, 'id' | 'number' | 'isBlocked'>) {
  const [opened, setOpened] = useState(false)
  const block = useStep(shop.call.blockBuyer, 'Blocked. This buyer can’t order from you any more.')
  const unblock = useStep(shop.call.blockBuyer, 'Unblocked. This buyer can order from you again.')
  if (isBlocked)
    return (
      <>
        <Button
          variant="default"
          aria-label={`Unblock the buyer of order ${number}`}
          aria-disabled={unblock.isPending}
          onClick={() => unblock.mutate({ id, isBlocked: false })}
        >
          {unblock.isPending ? 'Unblocking...' : 'Unblock buyer'}
        </Button>
        {unblock.isError && <p role="alert">{errorText(unblock.error, shopText)}</p>}
      </>
    )
  return (
    <ConfirmButton
      label="Block buyer"
      spoken={`Block the buyer of order ${number}`}
      opened={opened}
      onOpen={() => setOpened(true)}
      onClose={() => setOpened(false)}
      title="Block this buyer?"
      reason="none"
      confirm="Block buyer"
      color="red"
      busy="Blocking..."
      keep="Go back"
      isBusy={block.isPending}
      onConfirm={() => block.mutate({ id, isBlocked: true })}
    >
      <p>
        They can’t order from you or write to you until you unblock them. Orders that they’ve placed go on;
        cancel those that you don’t want to send.
      </p>
      {block.isError && <p role="alert">{errorText(block.error, shopText)}</p>}
    </ConfirmButton>
  )
}
