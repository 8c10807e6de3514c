import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatMoney } from '#/kernel/money.ts'
import { formatPhone } from '#/kernel/phone.ts'
import { formatInstant } from '#/kernel/time.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { deliveredBy, mayCancelSold, mayDeliver, mayMove } from '#/shop/order-states.ts'
import type { SoldPart } from '#/shop/orders.ts'
import { packingSlipPath } from '#/shop/packing-slips.ts'
import { type StateCode, states } from '#/shop/states.ts'
import { shopText } from '#/shop/text.ts'
import { shop } from '#/shop/web/shop.ts'
import { AnswerReturn } from './AnswerReturn.tsx'
import { BlockBuyer } from './BlockBuyer.tsx'
import { CancelSold } from './CancelSold.tsx'
import css from './Checkout.module.css'
import { ParcelFacts, StatusChip } from './ParcelFacts.tsx'
import { ReceiveBack } from './ReceiveBack.tsx'
import { dueText } from './ReturnPart.tsx'
import { TrackingForm } from './TrackingForm.tsx'
import { useStep } from './use-step.ts'

/** Shows a part of an order to its seller, with the buyer's address and what is to be done next. */
export function SoldCard({ part }: { part: SoldPart }) {
  const { number, status, placedAt, pays, address, gstin, tax, commission, couponPaid } = part
  return (
    <article className={css.card} aria-label={`Order ${number}`} tabIndex={-1}>
      <div className={css.head}>
        <h2>Order {number}</h2>
        <StatusChip status={status} />
      </div>
      <p className={css.soft}>
        Placed {formatInstant(placedAt, ownZone())} ·{' '}
        {pays === 'cash' ? 'The buyer pays you in cash' : 'Paid through us'}
      </p>
      <p>
        {address.name}, {formatPhone(address.phone)}
        <br />
        {address.line}
        <br />
        {address.city} {address.pin}, {states[address.state as StateCode]}
        {gstin && (
          <>
            <br />
            GSTIN {gstin}
          </>
        )}
      </p>
      <ParcelFacts part={part} tax={tax} photos={part.returnPhotos} />
      {commission.amount > 0 && <p className={css.soft}>Our commission is {formatMoney(commission)}.</p>}
      {couponPaid.amount > 0 && (
        <p className={css.soft}>We pay you the {formatMoney(couponPaid)} that the coupon takes off.</p>
      )}
      {status === 'not_arrived' && (
        <p>
          The buyer says that it never arrived.{' '}
          {pays === 'online' && 'We hold your money for it until we’ve looked into it. '}If it got lost or
          came back to you, please tell us that it wasn’t delivered.
        </p>
      )}
      {status === 'shipped' && (
        <p className={css.soft}>
          If it gets lost, or the buyer refuses it, tell us that it wasn’t delivered. Otherwise it counts as
          delivered on {dueText(part)}.
        </p>
      )}
      {status === 'return_sent' && (
        <p>
          Please tell us by {dueText(part)} whether it has come back.{' '}
          {pays === 'online'
            ? 'If you don’t reply, we refund the buyer then.'
            : 'You refund the buyer directly.'}
        </p>
      )}
      {status === 'return_missing' && (
        <p>
          You’ve told us that it never came back. We’re looking into it
          {pays === 'online' && ', and hold your money until then'}.
        </p>
      )}
      <Actions part={part} />
    </article>
  )
}

function Actions({ part }: { part: SoldPart }) {
  const { id, orderId, status, number, pays, steps, needsBatches, hasReceipt, isBlocked } = part
  const pack = useStep(shop.call.packPart, 'Marked as packed.')
  const deliver = useStep(shop.call.deliverPart, 'Marked as delivered.')
  const failed = [pack, deliver].find(({ isError }) => isError)
  const may = (to: SoldPart['status']) => mayMove(status, to, 'seller')
  return (
    <>
      {failed && <p role="alert">{errorText(failed.error, shopText)}</p>}
      {may('shipped') && <Ship id={id} />}
      {may('return_refused') && <AnswerReturn part={part} />}
      <div className={css.actions}>
        {may('packed') && needsBatches && (
          <Button component={Link} to="/pharmas-orders?show=pack">
            Enter batches
          </Button>
        )}
        {may('packed') && !needsBatches && (
          <Button aria-disabled={pack.isPending} onClick={() => pack.mutate({ id })}>
            {pack.isPending ? 'Saving...' : 'Mark as packed'}
          </Button>
        )}
        {(status === 'placed' || status === 'packed') && (
          <Button
            component="a"
            href={packingSlipPath(id)}
            variant="default"
            aria-label={`Packing slip of order ${number}`}
          >
            Packing slip
          </Button>
        )}
        {mayDeliver(status) && (
          <Button aria-disabled={deliver.isPending} onClick={() => deliver.mutate({ id })}>
            {deliver.isPending ? 'Saving...' : 'Mark as delivered'}
          </Button>
        )}
        {may('returned') && <ReceiveBack part={part} />}
        {may('return_missing') && <ReturnMissing id={id} number={number} />}
        {mayCancelSold(status, deliveredBy(steps)) && (
          <CancelSold id={id} number={number} status={status} pays={pays} />
        )}
        {hasReceipt && (
          <Button
            component="a"
            href={`/order-receipts/${id}.pdf`}
            variant="default"
            aria-label={`Receipt of order ${number}`}
          >
            Receipt
          </Button>
        )}
        <BlockBuyer id={id} number={number} isBlocked={isBlocked} />
        <Button
          component={Link}
          to={`/help-support?ticket=new&order=${orderId}`}
          variant="default"
          aria-label={`Help with order ${number}`}
        >
          Help
        </Button>
      </div>
    </>
  )
}

function Ship({ id }: Pick<SoldPart, 'id'>) {
  const ship = useStep(shop.call.shipPart, 'Marked as shipped. We’ve told the buyer.')
  return (
    <TrackingForm send="Mark as shipped" writing={ship} onSend={(sent) => ship.mutate({ id, ...sent })} />
  )
}

function ReturnMissing({ id, number }: Pick<SoldPart, 'id' | 'number'>) {
  const [opened, setOpened] = useState(false)
  const report = useStep(shop.call.reportReturnMissing, 'We’ll look into it, and have told the buyer.')
  return (
    <ConfirmButton
      label="It never came"
      spoken={`The return of order ${number} never came`}
      opened={opened}
      onOpen={() => setOpened(true)}
      onClose={() => setOpened(false)}
      title="Didn’t the return come?"
      reason="required"
      reasonHint="For example: what the tracking shows. The buyer reads it."
      longestReason={500}
      confirm="Report it"
      color="teal"
      busy="Reporting..."
      keep="Go back"
      isBusy={report.isPending}
      onConfirm={(note) => report.mutate({ id, note })}
    >
      <p>We compare the tracking with the carrier’s page, ask the buyer, and decide.</p>
      {report.isError && <p role="alert">{errorText(report.error, shopText)}</p>}
    </ConfirmButton>
  )
}
