import { Button, NativeSelect, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { formatInstant } from '#/kernel/time.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { ReturnKind } from '#/shop/order-states.ts'
import type { Order } from '#/shop/orders.ts'
import { shopText } from '#/shop/text.ts'
import { shop } from '#/shop/web/shop.ts'
import { CancelPart } from './CancelPart.tsx'
import css from './Checkout.module.css'
import { Missing, ReportMissing } from './MissingPart.tsx'
import { ParcelFacts, StatusChip } from './ParcelFacts.tsx'
import { returnText } from './words.ts'

const orderPrescription = onDemand(() => import('#/shop/web/prescriptions/OrderPrescription.tsx'))

type Part = Order['parts'][number]
type Props = { order: Order; part: Part; onChange: () => void }

/** Shows what one seller sends, and what the buyer may do. */
export function ParcelCard({ order, part, onChange }: Props) {
  const { status, seller, total } = part
  const OrderPrescription = useOnDemand(orderPrescription, part.hasPrescription)
  return (
    <section className={css.card} aria-label={`Sold by ${seller.name}`}>
      <div className={css.head}>
        <h2>{seller.name}</h2>
        <StatusChip status={status} />
      </div>
      <ParcelFacts part={part} />
      {OrderPrescription && (
        <OrderPrescription orderId={order.id} isWaiting={status === 'awaiting_prescription'} />
      )}
      <div className={css.actions}>
        {part.hasReceipt && (
          <Button component="a" href={`/order-receipts/${part.id}.pdf`} variant="default">
            Receipt
          </Button>
        )}
        {part.mayCancel && status !== 'awaiting_payment' && (
          <CancelPart
            orderId={order.id}
            partId={part.id}
            label="Cancel these items"
            back={order.pays === 'cash' || status === 'awaiting_prescription' ? null : total}
            onChange={onChange}
          />
        )}
      </div>
      {part.mayReportMissing && <ReportMissing order={order} part={part} onChange={onChange} />}
      {status === 'not_arrived' && <Missing order={order} part={part} onChange={onChange} />}
      {part.mayReturn && (
        <AskReturn orderId={order.id} part={part} may={part.mayReturn} onChange={onChange} />
      )}
    </section>
  )
}

type Asking = {
  orderId: Order['id']
  part: Part
  may: NonNullable<Part['mayReturn']>
  onChange: () => void
}

function AskReturn({ orderId, part, may, onChange }: Asking) {
  const [isOpen, setOpen] = useState(false)
  const [kind, setKind] = useState<ReturnKind>(may.kinds[0]!)
  const [note, setNote] = useState('')
  const [wrong, setWrong] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const ask = useWrite(shop.call.askReturn, { onSuccess: onChange })
  if (!isOpen)
    return (
      <div className={css.actions}>
        <Button variant="default" onClick={() => setOpen(true)}>
          Return
        </Button>
        <span className={css.soft}>until {formatInstant(may.until, ownZone())}</span>
      </div>
    )
  return (
    <form
      className={css.main}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setWrong(note.trim() ? undefined : 'Required')
        if (!note.trim()) return field.current?.focus()
        ask.mutate({ id: orderId, partId: part.id, kind, note })
      }}
    >
      <NativeSelect
        label="Why do you want to return it?"
        value={kind}
        onChange={({ currentTarget }) => setKind(currentTarget.value as ReturnKind)}
        data={may.kinds.map((value) => ({ value, label: returnText[value] }))}
      />
      <Textarea
        ref={field}
        label="What happened?"
        withAsterisk
        maxLength={500}
        autosize
        minRows={2}
        value={note}
        error={wrong}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      {ask.isError && <p role="alert">{errorText(ask.error, shopText)}</p>}
      <div className={css.actions}>
        <Button type="submit" disabled={ask.isPending}>
          {ask.isPending ? 'Asking...' : 'Ask for a return'}
        </Button>
        <Button variant="default" onClick={() => setOpen(false)}>
          Never mind
        </Button>
      </div>
    </form>
  )
}
