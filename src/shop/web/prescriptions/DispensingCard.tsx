import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatInstant } from '#/kernel/time.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { Dispensing } from '#/shop/prescriptions.ts'
import { shopText } from '#/shop/text.ts'
import { CancelSold } from '#/shop/web/orders/CancelSold.tsx'
import css from '#/shop/web/orders/Checkout.module.css'
import { StatusChip } from '#/shop/web/orders/ParcelFacts.tsx'
import { shop } from '#/shop/web/shop.ts'
import { CheckForm } from './CheckForm.tsx'
import { DecidedLines } from './DecidedLines.tsx'
import { ownTab } from './own-tab.ts'
import { PackForm } from './PackForm.tsx'
import { PrescriptionFacts } from './PrescriptionFacts.tsx'
import prescriptionCss from './Prescriptions.module.css'

/** Shows a pharmacist an order's prescriptions and medicines, and what is to be done next. */
export function DispensingCard({ check }: { check: Dispensing }) {
  const { id, number, buyer, placedAt, status, decideBy, prescriptions, lines, question, answer } = check
  return (
    <article className={css.card} aria-label={`Order ${number}`} tabIndex={-1}>
      <div className={css.head}>
        <h2>Order {number}</h2>
        <StatusChip status={status} />
      </div>
      <p className={css.soft}>
        {buyer}, ordered {formatInstant(placedAt, ownZone())}
        {status === 'awaiting_prescription' && ` · Decide by ${formatInstant(decideBy, ownZone())}`}
      </p>
      {prescriptions.map((prescription) => (
        <PrescriptionFacts key={prescription.id} prescription={prescription} />
      ))}
      <DecidedLines lines={lines} isOwnCheck />
      {status === 'awaiting_prescription' && question && (
        <div className={prescriptionCss.question}>
          <p>You asked: {question}</p>
          <p>{answer ? `The buyer answered: ${answer}` : 'The buyer hasn’t answered yet.'}</p>
        </div>
      )}
      {status === 'awaiting_prescription' && <Begin check={check} />}
      {status === 'awaiting_payment' && <p>The buyer hasn’t paid yet.</p>}
      {(status === 'awaiting_prescription' || status === 'awaiting_payment') && (
        <div className={css.actions}>
          <CancelSold id={id} number={number} status={status} />
        </div>
      )}
      {status === 'placed' && <PackForm check={check} />}
      {status === 'packed' && (
        <p>
          Packed. Mark it as shipped under <Link to="/my-orders?side=sold">My orders</Link>.
        </p>
      )}
    </article>
  )
}

function Begin({ check }: { check: Dispensing }) {
  const { id, number, hold } = check
  const tab = ownTab()
  const [isOpen, setOpen] = useState(hold?.by === tab)
  const client = useQueryClient()
  const begin = useWrite(shop.call.holdDispensing, {
    onSuccess: () => setOpen(true),
    onError: () => client.invalidateQueries({ queryKey: shop.query.dispensings.key() }),
  })
  if (isOpen) return <CheckForm check={check} tab={tab} onClose={() => setOpen(false)} />
  return (
    <>
      {hold && hold.by !== tab && (
        <p className={css.soft}>
          It’s being checked in another window until {formatInstant(hold.until, ownZone())}.
        </p>
      )}
      {begin.isError && <p role="alert">{errorText(begin.error, shopText)}</p>}
      <div className={css.actions}>
        <Button
          aria-label={`Check order ${number}`}
          aria-disabled={begin.isPending}
          onClick={() => begin.mutate({ id, tab })}
        >
          {begin.isPending ? 'Opening...' : 'Check'}
        </Button>
      </div>
    </>
  )
}
