import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatMoney } from '#/kernel/money.ts'
import { addDays, dayOf, formatDay } from '#/kernel/time.ts'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { useWrite } from '#/kernel/web/write.ts'
import type { Autoship } from '#/shop/autoship.ts'
import { autoshipZone, mostDaysAhead, noticeDays } from '#/shop/autoship-rules.ts'
import type { PartStatus } from '#/shop/order-states.ts'
import css from '#/shop/web/orders/Checkout.module.css'
import { StatusChip } from '#/shop/web/orders/ParcelFacts.tsx'
import { shop } from '#/shop/web/shop.ts'
import own from './Autoship.module.css'
import type { Said } from './said.ts'
import { everyText, paysText, stateText, stateTone, whyText } from './words.ts'

type Props = {
  autoship: Autoship
  onChange: (said?: Said) => Promise<unknown>
  onError: (error: unknown) => void
}

const toArrive: readonly PartStatus[] = [
  'awaiting_prescription',
  'awaiting_payment',
  'placed',
  'packed',
  'shipped',
]

const today = () => dayOf(new Date(), autoshipZone)

export function AutoshipCard({ autoship, onChange, onError }: Props) {
  const { id, name, variant, quantity, weeks, status, imageUrl, productId, shelf, told, agreedPrice } =
    autoship
  const why = whyText(autoship)
  const isPaused = status === 'paused'
  return (
    <section className={css.card} aria-label={`${name}, ${variant}`}>
      <div className={css.head}>
        <h2>
          {productId && shelf ? <Link to={`/${shelf}?product=${productId}`}>{name}</Link> : name}{' '}
          <span className={css.soft}>{variant}</span>
        </h2>
        <span
          className={css.chip}
          style={{
            background: `var(--status-${stateTone[status]}-soft)`,
            color: `var(--status-${stateTone[status]}-text)`,
          }}
        >
          {stateText[status]}
        </span>
      </div>
      <div className={own.product}>
        <span className={own.picture}>
          {imageUrl ? (
            <img src={imageUrl} alt="" width={72} height={72} />
          ) : (
            <Drawing name={shelf === 'pharmacy' ? 'pet-pharmacy' : 'pet-merchandise'} width={56} />
          )}
        </span>
        <div className={own.facts}>
          {!isPaused && (
            <p className={own.next}>
              Next order on {formatDay(autoship.nextOn)}
              {told && `, ${formatMoney(told.total)}`}
            </p>
          )}
          <p>
            {quantity} each time, {everyText(weeks)}, to {autoship.address.line}, {autoship.address.pin}
          </p>
          <p className={css.soft}>
            {paysText(autoship)}. {priceText(autoship)}
          </p>
        </div>
      </div>
      {why && (
        <p className={css.notice}>
          <span>{why}</span>
        </p>
      )}
      {status === 'asking' && told && (
        <div className={css.notice}>
          <p>
            The price has risen from {formatMoney(agreedPrice)} to {formatMoney(told.price)} each. Without
            your yes by {formatDay(autoship.nextOn)}, 9:00, we won’t order it this time.
          </p>
          <Agree id={id} price={told.price} onChange={onChange} onError={onError} />
        </div>
      )}
      <Actions autoship={autoship} onChange={onChange} onError={onError} />
      <LastOrder autoship={autoship} onChange={onChange} onError={onError} />
    </section>
  )
}

function priceText({ price, told, agreedPrice }: Autoship): string {
  if (told) return `${formatMoney(told.price)} each.`
  if (!price) return ''
  return price.amount === agreedPrice.amount
    ? `${formatMoney(price)} each.`
    : `${formatMoney(price)} each today; you agreed to ${formatMoney(agreedPrice)}.`
}

type AgreeProps = Omit<Props, 'autoship'> & { id: Autoship['id']; price: Autoship['agreedPrice'] }

function Agree({ id, price, onChange, onError }: AgreeProps) {
  const agree = useWrite(shop.call.agreeToPrice, {
    onSuccess: () => onChange({ text: 'Thank you. We’ll order it at the new price.' }),
    onError,
  })
  return (
    <Button disabled={agree.isPending} onClick={() => agree.mutate({ id, price: price.amount })}>
      {agree.isPending ? 'Saving...' : `Agree to ${formatMoney(price)}`}
    </Button>
  )
}

function Actions({ autoship, onChange, onError }: Props) {
  const { id, name, nextOn: dueOn, status, variantId, lastOrder } = autoship
  const [isMoving, setMoving] = useState(false)
  const soonest = addDays(today(), noticeDays)
  const move = useWrite(shop.call.moveAutoship, {
    onSuccess(_done, { on }) {
      setMoving(false)
      return onChange({ text: `The next order of ${name} is on ${formatDay(on)}.` })
    },
    onError,
  })
  const skip = useWrite(shop.call.skipAutoship, {
    onSuccess: ({ nextOn }) =>
      onChange({
        text: `We’ve skipped ${name} on ${formatDay(dueOn)}. The next order is on ${formatDay(nextOn)}.`,
        // Later, there's no time left to tell the price again.
        ...(dueOn >= soonest && {
          again: { label: 'Undo', run: () => move.mutate({ id, dueOn: nextOn, on: dueOn }) },
        }),
      }),
    onError,
  })
  const pause = useWrite(shop.call.pauseAutoship, {
    onSuccess: () => onChange({ text: `${name} is paused. Nothing is ordered until you resume it.` }),
    onError,
  })
  const resume = useWrite(shop.call.resumeAutoship, {
    onSuccess: ({ nextOn }) => onChange({ text: `The next order of ${name} is on ${formatDay(nextOn)}.` }),
    onError,
  })
  const end = useWrite(shop.call.endAutoship, {
    onSuccess: () =>
      onChange({
        text: `Your autoship of ${name} is cancelled.`,
        ...(variantId && { again: { to: `/my-autoships/new?variant=${variantId}` } }),
        ...(lastOrder && toArrive.includes(lastOrder.status) && { order: lastOrder }),
      }),
    onError,
  })
  const isBusy = [move, skip, pause, resume, end].some(({ isPending }) => isPending)
  return (
    <>
      <div className={css.actions}>
        {status === 'paused' ? (
          <Button disabled={isBusy} onClick={() => resume.mutate({ id })}>
            Resume
          </Button>
        ) : (
          <>
            <Button variant="default" disabled={isBusy} onClick={() => skip.mutate({ id, dueOn })}>
              Skip this one
            </Button>
            <Button
              variant="default"
              disabled={isBusy}
              aria-expanded={isMoving}
              onClick={() => setMoving(!isMoving)}
            >
              Move
            </Button>
            <Button variant="default" disabled={isBusy} onClick={() => pause.mutate({ id })}>
              Pause
            </Button>
          </>
        )}
        {variantId && (
          <Button component={Link} to={`/my-autoships/${id}`} variant="default">
            Change
          </Button>
        )}
        <Button variant="subtle" color="red" disabled={isBusy} onClick={() => end.mutate({ id })}>
          Cancel autoship
        </Button>
      </div>
      {isMoving && (
        <MoveForm
          dueOn={dueOn}
          soonest={soonest}
          isBusy={move.isPending}
          onMove={(on) => move.mutate({ id, dueOn, on })}
        />
      )}
    </>
  )
}

type MoveProps = { dueOn: string; soonest: string; isBusy: boolean; onMove: (on: string) => void }

function MoveForm({ dueOn, soonest, isBusy, onMove }: MoveProps) {
  const latest = addDays(today(), mostDaysAhead)
  const [on, setOn] = useState(dueOn > soonest ? dueOn : soonest)
  const [wrong, setWrong] = useState<string>()
  return (
    <form
      className={own.move}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const isFine = on >= soonest && on <= latest
        setWrong(
          isFine ? undefined : `Please choose a day from ${formatDay(soonest)} to ${formatDay(latest)}.`,
        )
        if (isFine) onMove(on)
      }}
    >
      <TextInput
        type="date"
        label="Next order on"
        description="Later ones follow from there. We’ll tell you the price three days before."
        min={soonest}
        max={latest}
        value={on}
        error={wrong}
        autoFocus
        onChange={({ currentTarget }) => setOn(currentTarget.value)}
      />
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Moving...' : 'Move it'}
      </Button>
    </form>
  )
}

function LastOrder({ autoship: { lastOrder }, onChange, onError }: Props) {
  const cancel = useWrite(shop.call.cancelOrder, {
    onSuccess: () => onChange({ text: `Order ${lastOrder?.number} is cancelled.` }),
    onError,
  })
  if (!lastOrder) return null
  const { id, number, dueOn, status, mayCancel } = lastOrder
  return (
    <div className={own.last}>
      <span>
        Last order: <Link to={`/order-confirmation/${id}`}>{number}</Link>, {formatDay(dueOn)}
      </span>
      <StatusChip status={status} />
      {mayCancel && (
        <Button
          variant="default"
          disabled={cancel.isPending}
          onClick={() => cancel.mutate({ id, reason: null })}
        >
          {cancel.isPending ? 'Cancelling...' : 'Cancel this order'}
        </Button>
      )}
    </div>
  )
}
