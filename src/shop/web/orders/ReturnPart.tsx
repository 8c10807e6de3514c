import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { formatInstant } from '#/kernel/time.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { type PartStatus, type ReturnKind, timers } from '#/shop/order-states.ts'
import type { Order } from '#/shop/orders.ts'
import { shop } from '#/shop/web/shop.ts'
import css from './Checkout.module.css'
import { NoteForm } from './NoteForm.tsx'
import { TrackingForm } from './TrackingForm.tsx'
import { returnText } from './words.ts'

type Part = Order['parts'][number]
type Props = { order: Order; part: Part; onChange: () => void }

/** Says when the timer of a part's status makes its move. */
export function dueText({ status, steps }: { status: PartStatus; steps: Part['steps'] }): string {
  const since = steps.at(-1)!.at.getTime()
  return formatInstant(new Date(since + (timers[status]?.days ?? 0) * 86_400_000), ownZone())
}

/** Lets the buyer ask for a return, say that it was sent back, and see what happens with it. */
export function ReturnPart({ order, part, onChange }: Props) {
  const send = useWrite(shop.call.sendReturn, { onSuccess: onChange })
  const isOnline = order.pays === 'online'
  if (part.mayReturn) return <AskReturn {...{ order, part, onChange }} may={part.mayReturn} />
  if (part.status === 'return_approved')
    return (
      <section className={css.main} aria-label="Send it back">
        <p>
          Please send it back by {dueText(part)}, and enter how you’ve sent it.{' '}
          {isOnline
            ? `We refund you when the seller has it, or if they don’t reply within ${timers.return_sent!.days} days.`
            : 'You paid in cash, so the seller refunds you directly.'}
        </p>
        <TrackingForm
          send="I’ve sent it back"
          writing={send}
          onSend={(sent) => send.mutate({ id: order.id, partId: part.id, ...sent })}
        />
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

function AskReturn({ order, part, may, onChange }: Props & { may: NonNullable<Part['mayReturn']> }) {
  const [kind, setKind] = useState<ReturnKind>(may.kinds[0]!)
  const ask = useWrite(shop.call.askReturn, { onSuccess: onChange })
  return (
    <NoteForm
      open="Return"
      send="Ask for a return"
      busy="Asking..."
      aside={<span className={css.soft}>until {formatInstant(may.until, ownZone())}</span>}
      writing={ask}
      onSend={(note) => ask.mutate({ id: order.id, partId: part.id, kind, note })}
    >
      <NativeSelect
        label="Why do you want to return it?"
        value={kind}
        onChange={({ currentTarget }) => setKind(currentTarget.value as ReturnKind)}
        data={may.kinds.map((value) => ({ value, label: returnText[value] }))}
      />
    </NoteForm>
  )
}
