import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { formatMoney } from '#/kernel/money.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import type { SoldPart } from '#/shop/orders.ts'
import { openReturnOf } from '#/shop/returns.ts'
import { shopText } from '#/shop/text.ts'
import { shop } from '#/shop/web/shop.ts'
import css from './Checkout.module.css'
import { useStep } from './use-step.ts'

/** Ends a return. It refunds the buyer, so the seller is asked first, and what goes back on sale. */
export function ReceiveBack({ part: { id, number, pays, lines, returns } }: { part: SoldPart }) {
  const { kind, amount, lines: units } = openReturnOf({ returns })
  const goods = units.map(({ lineId, quantity }) => ({
    ...lines.find((line) => line.id === lineId)!,
    quantity,
  }))
  const [opened, setOpened] = useState(false)
  // Damaged goods aren't sold again unless their seller says so.
  const [sold, setSold] = useState<ReadonlySet<string>>(
    new Set(kind === 'damaged' ? [] : goods.filter((line) => !line.isMedicine).map((line) => line.id)),
  )
  const receive = useStep(shop.call.receiveReturn, 'Marked as received. We’ve told the buyer.')
  return (
    <ConfirmButton
      label="I’ve received it back"
      spoken={`I’ve received the return of order ${number}`}
      opened={opened}
      onOpen={() => setOpened(true)}
      onClose={() => setOpened(false)}
      title={`Is the return of order ${number} back?`}
      reason="none"
      confirm="Yes, it’s back"
      color="teal"
      busy="Saving..."
      keep="Go back"
      isBusy={receive.isPending}
      onConfirm={() => receive.mutate({ id, backOnSale: [...sold] as never })}
    >
      <p>
        {pays === 'online'
          ? `We refund the buyer ${formatMoney(amount)}. You can’t undo this.`
          : `You refund the buyer ${formatMoney(amount)} directly.`}
      </p>
      <fieldset className={css.group}>
        <legend>Back on sale</legend>
        {goods.map((line) =>
          line.isMedicine ? (
            <p key={line.id}>
              {line.quantity} × {line.name}: returned medicine can’t be sold again.
            </p>
          ) : (
            <Checkbox
              key={line.id}
              label={`${line.quantity} × ${line.name}`}
              checked={sold.has(line.id)}
              onChange={({ currentTarget: { checked } }) => {
                const others = [...sold].filter((other) => other !== line.id)
                setSold(new Set(checked ? [...others, line.id] : others))
              }}
            />
          ),
        )}
      </fieldset>
      {receive.isError && <p role="alert">{errorText(receive.error, shopText)}</p>}
    </ConfirmButton>
  )
}
