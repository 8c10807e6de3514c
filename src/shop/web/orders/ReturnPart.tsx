import { Button } from '@mantine/core'
import { formatInstant } from '#/kernel/time.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { endsAt, type PartStatus, sinceOf, timers } from '#/shop/order-states.ts'
import type { Order } from '#/shop/orders.ts'
import { shopText } from '#/shop/text.ts'
import { shop } from '#/shop/web/shop.ts'
import { AskReturn } from './AskReturn.tsx'
import css from './Checkout.module.css'
import { TrackingForm } from './TrackingForm.tsx'

type Part = Order['parts'][number]
type Props = { order: Order; part: Part; onChange: () => void }

/** Says when the timer of a part's status makes its move. */
export const dueText = ({ status, steps }: { status: PartStatus; steps: Part['steps'] }): string =>
  formatInstant(endsAt(status, sinceOf(steps)!.at)!, ownZone())

/** Lets the buyer ask for a return, say that it was sent back, and see what happens with it. */
export function ReturnPart({ order, part, onChange }: Props) {
  const send = useWrite(shop.call.sendReturn, { onSuccess: onChange })
  const isOnline = order.pays === 'online'
  const ask = part.mayReturn && (
    <AskReturn order={order} part={part} onChange={onChange} may={part.mayReturn} />
  )
  if (part.status === 'return_refused')
    return (
      <>
        <p className={css.soft}>
          If you disagree with the refusal, write to us under Help &amp; Support. We can decide about it until
          the seller is paid{ask && ', also if you return something else meanwhile'}.
        </p>
        {ask}
      </>
    )
  if (ask) return ask
  if (part.status === 'return_asked')
    return (
      <section className={css.notice} aria-label="Return requested">
        <p>
          The seller has until {dueText(part)} to answer. If they don’t, the return is approved automatically.
        </p>
        <Withdraw order={order} part={part} onChange={onChange} />
      </section>
    )
  if (part.status === 'return_approved')
    return (
      <section className={css.main} aria-label="Send it back">
        <p>
          Please send it back by {dueText(part)}, and enter how you’ve sent it.{' '}
          {isOnline
            ? `We refund you when the seller has it, or if they don’t reply within ${timers.return_sent!.days} days.`
            : 'You paid in cash, so the seller refunds you directly.'}
        </p>
        <ReturnAddress part={part} />
        <TrackingForm
          send="I’ve sent it back"
          writing={send}
          onSend={(sent) => send.mutate({ id: order.id, partId: part.id, ...sent })}
        />
        <Withdraw order={order} part={part} onChange={onChange} />
      </section>
    )
  if (part.status === 'return_sent')
    return (
      <p className={css.notice}>
        <span>
          The seller has until {dueText(part)} to say that it has arrived.
          {isOnline && ' If they don’t reply, we refund you then.'} Please keep the carrier’s receipt.
        </span>
      </p>
    )
  if (part.status === 'return_missing')
    return (
      <p className={css.notice}>
        <span>
          The seller says that your return never came. We’re looking into it
          {isOnline && ', and hold the money until then'}. If you have the carrier’s proof of delivery, send
          it to us under Help &amp; Support.
        </span>
      </p>
    )
  return null
}

/** Lets the buyer keep the goods after all. They can ask again while the time for it lasts. */
function Withdraw({ order, part, onChange }: Props) {
  const withdraw = useWrite(shop.call.withdrawReturn, {
    onSuccess() {
      toast({ kind: 'success', message: 'Your request is taken back, and the seller knows.' })
      onChange()
    },
    onError: onChange,
  })
  if (!part.mayWithdrawReturn) return null
  return (
    <>
      {withdraw.isError && <p role="alert">{errorText(withdraw.error, shopText)}</p>}
      <div className={css.actions}>
        <Button
          variant="default"
          aria-disabled={withdraw.isPending}
          onClick={() => withdraw.mutate({ id: order.id, partId: part.id })}
        >
          {withdraw.isPending ? 'Saving...' : 'Take the request back'}
        </Button>
      </div>
    </>
  )
}

function ReturnAddress({ part: { seller, returnTo, steps } }: { part: Part }) {
  if (!returnTo)
    return <p>We don’t have the seller’s address any more. Please write to us under Help &amp; Support.</p>
  const { status, by, note } = sinceOf(steps)!
  const hasNote = status === 'return_approved' && by === 'seller' && note
  return (
    <div>
      <p>
        {hasNote
          ? 'Send it to this address, unless the seller’s note above names another one:'
          : 'Send it to:'}
      </p>
      <p>
        {seller.name}
        <br />
        {returnTo}
      </p>
    </div>
  )
}
