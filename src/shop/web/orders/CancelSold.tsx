import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { errorText } from '#/kernel/web/error-text.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import type { SoldPart } from '#/shop/orders.ts'
import { shopText } from '#/shop/text.ts'
import { shop } from '#/shop/web/shop.ts'
import { useStep } from './use-step.ts'

const hereStill: readonly string[] = ['awaiting_prescription', 'awaiting_payment', 'placed', 'packed']
const unpaid: readonly string[] = ['awaiting_prescription', 'awaiting_payment']

type Props = Pick<SoldPart, 'id' | 'number' | 'status'> & { pays?: SoldPart['pays'] }

/**
 * Lets a seller cancel a part, or say that it wasn't delivered, with a reason for the buyer; once it counts as delivered, only that it
 * came back.
 */
export function CancelSold({ id, number, status, pays }: Props) {
  const [opened, setOpened] = useState(false)
  const isLate = status === 'delivered'
  const [cameBack, setCameBack] = useState(isLate)
  const [refused, setRefused] = useState(false)
  const isHere = hereStill.includes(status)
  const cancel = useStep(shop.call.cancelPart, 'The order is cancelled, and we’ve told the buyer.')
  return (
    <ConfirmButton
      label={isHere ? 'Cancel the order' : isLate ? 'It came back' : 'It wasn’t delivered'}
      spoken={
        isHere ? `Cancel order ${number}` : `Order ${number} ${isLate ? 'came back' : 'wasn’t delivered'}`
      }
      opened={opened}
      onOpen={() => setOpened(true)}
      onClose={() => setOpened(false)}
      title={isHere ? `Cancel order ${number}?` : `Cancel order ${number} as not delivered?`}
      reason="required"
      reasonHint={
        isHere
          ? 'The buyer reads it.'
          : 'The buyer reads it. For example: it got lost, or was refused at the door.'
      }
      longestReason={500}
      confirm="Cancel the order"
      color="red"
      busy="Cancelling..."
      keep="Keep it"
      isBusy={cancel.isPending}
      onConfirm={(reason) => cancel.mutate({ id, reason, cameBack, refused: cameBack && refused })}
    >
      <p>
        {unpaid.includes(status)
          ? 'The buyer hasn’t paid yet, and won’t be charged.'
          : isHere
            ? 'What the buyer paid through us goes back to them in full.'
            : 'This cancels the order. What the buyer paid through us goes back to them in full.'}
      </p>
      {isLate && <p>Its products go back on sale.</p>}
      {!(isHere || isLate) && (
        <Checkbox
          label="It came back to me. Put its products back on sale."
          checked={cameBack}
          onChange={({ currentTarget }) => setCameBack(currentTarget.checked)}
        />
      )}
      {!isHere && cameBack && pays === 'cash' && (
        <Checkbox
          label="The buyer didn’t take it"
          description="They refused it, or couldn’t be found. Until another parcel has reached them, we won’t offer them cash on delivery."
          checked={refused}
          onChange={({ currentTarget }) => setRefused(currentTarget.checked)}
        />
      )}
      {cancel.isError && <p role="alert">{errorText(cancel.error, shopText)}</p>}
    </ConfirmButton>
  )
}
