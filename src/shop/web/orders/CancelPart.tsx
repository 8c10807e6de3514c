import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatMoney, type Money } from '#/kernel/money.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { lateMoneyText } from '#/payments/money-back-text.ts'
import type { Order } from '#/shop/orders.ts'
import { currency } from '#/shop/rules.ts'
import { shopText } from '#/shop/text.ts'
import { shop } from '#/shop/web/shop.ts'
import css from './Checkout.module.css'

type Props = {
  orderId: Order['id']
  partId?: Order['parts'][number]['id']
  label: string
  /** The refund; null if nothing was paid through us. */
  back: Money | null
  /** The buyer's bank is deciding on the payment. */
  isPending?: boolean
  onChange: () => void
}

/** Returns what parts were sold for, less what was refunded or taken back of it. */
export const leftOf = (parts: Order['parts']): Money => ({
  amount: parts.reduce((sum, { total, refunded }) => sum + total.amount - refunded.amount, 0),
  currency,
})

const backText = ({ back, isPending }: Pick<Props, 'back' | 'isPending'>) => {
  if (isPending) return lateMoneyText
  if (!back) return 'You won’t be charged.'
  if (back.amount === 0) return 'Your money is already back or on its way.'
  return `We’ll send ${formatMoney(back)} back to where it came from.`
}

/** Cancels an order or a seller's part of it, after asking. */
export function CancelPart({ orderId, partId, label, back, isPending = false, onChange }: Props) {
  const [isAsking, setAsking] = useState(false)
  const cancel = useWrite(shop.call.cancelOrder, {
    onSuccess() {
      setAsking(false)
      onChange()
    },
    onError: onChange,
  })
  if (!isAsking)
    return (
      <Button variant="default" onClick={() => setAsking(true)}>
        {label}
      </Button>
    )
  return (
    <section className={css.notice} aria-label={label}>
      <p>
        {label}? {backText({ back, isPending })}
      </p>
      {cancel.isError && <p role="alert">{errorText(cancel.error, shopText)}</p>}
      <div className={css.actions}>
        <Button
          color="red"
          disabled={cancel.isPending}
          onClick={() => cancel.mutate({ id: orderId, partId: partId ?? null })}
        >
          {cancel.isPending ? 'Cancelling...' : 'Yes, cancel'}
        </Button>
        <Button variant="default" autoFocus onClick={() => setAsking(false)}>
          Keep it
        </Button>
      </div>
    </section>
  )
}
