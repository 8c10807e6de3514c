import { Button, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { errorText } from '#/kernel/web/error-text.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { Order } from '#/shop/orders.ts'
import { shopText } from '#/shop/text.ts'
import { shop } from '#/shop/web/shop.ts'
import css from './Checkout.module.css'

type Props = { order: Order; part: Order['parts'][number]; onChange: () => void }

/** Lets the buyer report a shipped part as missing. */
export function ReportMissing({ order, part, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [note, setNote] = useState('')
  const [wrong, setWrong] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const report = useWrite(shop.call.reportMissing, { onSuccess: onChange })
  if (!isOpen)
    return (
      <div className={css.actions}>
        <Button variant="default" onClick={() => setOpen(true)}>
          It never arrived
        </Button>
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
        report.mutate({ id: order.id, partId: part.id, note })
      }}
    >
      <Textarea
        ref={field}
        label="What happened?"
        description={`${order.pays === 'online' ? 'We hold the seller’s money, ask them, and decide.' : 'We ask the seller, and decide.'} For example: what the tracking shows, and whether you asked your neighbours.`}
        withAsterisk
        autoFocus
        maxLength={500}
        autosize
        minRows={2}
        value={note}
        error={wrong}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      {report.isError && <p role="alert">{errorText(report.error, shopText)}</p>}
      <div className={css.actions}>
        <Button type="submit" disabled={report.isPending}>
          {report.isPending ? 'Reporting...' : 'Report as missing'}
        </Button>
        <Button variant="default" onClick={() => setOpen(false)}>
          Never mind
        </Button>
      </div>
    </form>
  )
}

/** Says what happens with a part reported as missing, and lets the buyer say that it has arrived. */
export function Missing({ order, part, onChange }: Props) {
  const arrive = useWrite(shop.call.confirmArrival, { onSuccess: onChange, onError: onChange })
  return (
    <section className={css.notice} aria-label="Reported missing">
      <p>
        We’re looking into it and have told the seller.{' '}
        {order.pays === 'online'
          ? 'They aren’t paid until we’ve decided. If it got lost, you get your money back.'
          : 'Don’t pay for what you didn’t get.'}
      </p>
      {arrive.isError && <p role="alert">{errorText(arrive.error, shopText)}</p>}
      <Button
        variant="default"
        disabled={arrive.isPending}
        onClick={() => arrive.mutate({ id: order.id, partId: part.id })}
      >
        {arrive.isPending ? 'Saving...' : 'It has arrived'}
      </Button>
    </section>
  )
}
