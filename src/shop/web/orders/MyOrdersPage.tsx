import { Button, NativeSelect, SegmentedControl } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { MINUTE } from '#/kernel/duration.ts'
import { formatMoney } from '#/kernel/money.ts'
import { unknownErrorText } from '#/kernel/text.ts'
import { formatInstant } from '#/kernel/time.ts'
import { isUuid } from '#/kernel/uuid.ts'
import { byCursor } from '#/kernel/web/list/by-cursor.ts'
import { PagedList } from '#/kernel/web/list/PagedList.tsx'
import { unlessLive } from '#/kernel/web/live.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { expectedText } from '#/shop/delivery-time.ts'
import type { OrderRow, SoldView } from '#/shop/orders.ts'
import { packingSlipPath, slipsToPackText, toPack } from '#/shop/packing-slips.ts'
import { shop } from '#/shop/web/shop.ts'
import css from './Checkout.module.css'
import { StatusChip } from './ParcelFacts.tsx'
import { SoldCard } from './SoldCard.tsx'

const sides = [
  { value: 'bought', label: 'Bought' },
  { value: 'sold', label: 'Sold' },
]
const fresh = { refetchInterval: unlessLive(MINUTE), refetchOnMount: 'always' } as const

/** Lists what a person has bought and, to sellers, what they have sold. The address holds the side and the filter. */
export default function MyOrdersPage() {
  const { user } = useSession()
  const [params, setParams] = useSearchParams()
  const sells = user?.profiles.some((role) => role === 'supplier' || role === 'pharmacist') ?? false
  const side = sells && params.get('side') === 'sold' ? 'sold' : 'bought'
  return (
    <div className={css.page}>
      <div className={css.top}>
        <h1>My orders</h1>
        <div className={css.buttons}>
          <Link to="/my-autoships">My autoships</Link>
          <Link to="/my-refills">My refills</Link>
        </div>
        {sells && (
          <SegmentedControl
            aria-label="Whose orders"
            data={sides}
            value={side}
            onChange={(value) => setParams(value === 'sold' ? { side: value } : {}, { replace: true })}
          />
        )}
      </div>
      {side === 'sold' ? <Sold /> : <Bought />}
    </div>
  )
}

const soldIn = (show: SoldView, order?: OrderRow['id']) =>
  shop.query.sold.infiniteOptions({
    ...byCursor,
    input: (cursor) => ({ show, cursor, ...(order && { order }) }) as const,
    ...fresh,
  })

function Bought() {
  const query = useInfiniteQuery(
    shop.query.orders.infiniteOptions({
      ...byCursor,
      input: (cursor) => ({ cursor }),
      ...fresh,
    }),
  )
  return (
    <PagedList
      query={query}
      what={{ one: 'order', many: 'orders' }}
      failed={unknownErrorText}
      empty={{
        drawing: 'pet-merchandise',
        sentence: 'You haven’t ordered anything yet.',
        action: (
          <Button component={Link} to="/merchandise">
            Look at products
          </Button>
        ),
      }}
    >
      {(order) => <BoughtCard order={order} />}
    </PagedList>
  )
}

function BoughtCard({ order: { id, number, placedAt, total, parts } }: { order: OrderRow }) {
  return (
    <article className={css.card} aria-label={`Order ${number}`} tabIndex={-1}>
      <div className={css.head}>
        <h2>
          <Link to={`/order-confirmation/${id}`}>Order {number}</Link>
        </h2>
        <strong className={css.amount}>{formatMoney(total)}</strong>
      </div>
      <p className={css.soft}>{formatInstant(placedAt, ownZone())}</p>
      {parts.map(({ seller, status, isAsked, isRefused, count, what, expected }) => (
        <div key={`${seller} ${what}`} className={css.head}>
          <div className={css.what}>
            {what}
            {count > 1 && ` and ${count - 1} more`} <span className={css.soft}>from {seller}</span>
            {expected && <div className={css.soft}>{expectedText(expected)}</div>}
          </div>
          <StatusChip status={status} isAsked={isAsked} isRefused={isRefused} />
        </div>
      ))}
    </article>
  )
}

const views: readonly { value: SoldView; label: string; none: string }[] = [
  { value: 'pack', label: 'To pack and send', none: 'No orders to pack or send.' },
  { value: 'open', label: 'Not finished yet', none: 'No unfinished orders.' },
  { value: 'all', label: 'All', none: 'You haven’t sold anything yet.' },
]

/** Lists what was sold. Until a view is chosen, it's what has to be packed or sent, if there is anything. */
function Sold() {
  const [params, setParams] = useSearchParams()
  const asked = params.get('order')
  const order = asked && isUuid(asked) ? (asked as OrderRow['id']) : undefined
  const chosen = views.find(({ value }) => value === params.get('show'))
  const [isDone, setIsDone] = useState(false)
  const first = useInfiniteQuery({ ...soldIn('pack'), enabled: !order && !chosen && !isDone })
  // Sticky, so that a new order doesn't switch the list while the seller reads it.
  if (!isDone && !first.isFetching && first.data?.pages[0]?.rows.length === 0) setIsDone(true)
  const view = chosen ?? views.find(({ value }) => value === (isDone ? 'open' : 'pack'))!
  const query = useInfiniteQuery(order ? soldIn('all', order) : soldIn(view.value))
  const waiting = query.data?.pages[0]?.toPack ?? 0
  const filter = (value: string) =>
    setParams({ side: 'sold', show: value }, { replace: true, preventScrollReset: true })
  return (
    <>
      <NativeSelect
        label="Show"
        value={order ? 'order' : view.value}
        data={[
          ...(order ? [{ value: 'order', label: 'One order' }] : []),
          ...views.map(({ value, label }) => ({ value, label })),
        ]}
        maw="16rem"
        mb="md"
        onChange={({ currentTarget }) => filter(currentTarget.value)}
      />
      {!order && (
        <p className={css.soft}>
          {view.value === 'all' ? 'The latest change comes first.' : 'The oldest orders come first.'}
        </p>
      )}
      {waiting > 0 && !order && (
        <Button
          component="a"
          href={packingSlipPath(toPack)}
          variant="default"
          mb="md"
          h="auto"
          py="xs"
          classNames={{ label: css.wraps! }}
        >
          {slipsToPackText(waiting)}
        </Button>
      )}
      <PagedList
        query={query}
        what={{ one: 'order', many: 'orders' }}
        failed={unknownErrorText}
        empty={{
          drawing: 'pet-merchandise',
          sentence: order ? 'You didn’t sell anything in this order.' : view.none,
          action: (order || view.value !== 'all') && (
            <Button variant="default" onClick={() => filter('all')}>
              Show all orders
            </Button>
          ),
        }}
      >
        {(part) => <SoldCard part={part} />}
      </PagedList>
    </>
  )
}
