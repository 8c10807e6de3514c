import { Button } from '@mantine/core'
import { useState } from 'react'
import { errorText } from '#/kernel/web/error-text.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { Order } from '#/shop/orders.ts'
import { shopText } from '#/shop/text.ts'
import { shop } from '#/shop/web/shop.ts'
import css from './Checkout.module.css'
import { NoteForm } from './NoteForm.tsx'

type Props = { order: Order; part: Order['parts'][number]; onChange: () => void }

/** Lets the buyer say that a part has arrived, after asking. */
function Arrived({ order, part, onChange }: Props) {
  const [isAsking, setAsking] = useState(false)
  const arrive = useWrite(shop.call.confirmArrival, {
    onSuccess() {
      toast({ kind: 'success', message: 'Marked as delivered.' })
      onChange()
    },
    onError: onChange,
  })
  if (!isAsking)
    return (
      <Button variant="default" onClick={() => setAsking(true)}>
        It has arrived
      </Button>
    )
  return (
    <section className={css.notice} aria-label="It has arrived">
      <p>Has it arrived? You can’t report it as missing afterwards.</p>
      {arrive.isError && <p role="alert">{errorText(arrive.error, shopText)}</p>}
      <div className={css.actions}>
        <Button disabled={arrive.isPending} onClick={() => arrive.mutate({ id: order.id, partId: part.id })}>
          {arrive.isPending ? 'Saving...' : 'Yes, it has'}
        </Button>
        <Button variant="default" autoFocus onClick={() => setAsking(false)}>
          Not yet
        </Button>
      </div>
    </section>
  )
}

/** Lets the buyer say that a part has arrived which they haven't confirmed yet, or report it as missing. */
export function ReportMissing({ order, part, onChange }: Props) {
  const report = useWrite(shop.call.reportMissing, { onSuccess: onChange })
  return (
    <NoteForm
      before={<Arrived order={order} part={part} onChange={onChange} />}
      open="It never arrived"
      send="Report as missing"
      busy="Reporting..."
      description={`${order.pays === 'online' ? 'We hold the seller’s money, ask them, and decide.' : 'We ask the seller, and decide.'} For example: what the tracking shows, and whether you asked your neighbours.`}
      writing={report}
      onSend={(note) => report.mutate({ id: order.id, partId: part.id, note })}
    />
  )
}

/** Says what happens with a part reported as missing, and lets the buyer say that it has arrived. */
export function Missing({ order, part, onChange }: Props) {
  return (
    <section className={css.notice} aria-label="Reported missing">
      <p>
        We’re looking into it and have told the seller.{' '}
        {order.pays === 'online'
          ? 'They aren’t paid until we’ve decided. If it got lost, you get your money back.'
          : 'Don’t pay for what you didn’t get.'}
      </p>
      <Arrived order={order} part={part} onChange={onChange} />
    </section>
  )
}
