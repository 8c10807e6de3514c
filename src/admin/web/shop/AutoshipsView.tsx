import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { admin, useIsAdministrator } from '#/admin/web/frame/admin.ts'
import { Chip } from '#/admin/web/frame/Chip.tsx'
import { Decide } from '#/admin/web/frame/Decide.tsx'
import css from '#/admin/web/frame/Desk.module.css'
import { DeskCard, DeskList } from '#/admin/web/frame/DeskList.tsx'
import { deskPages } from '#/admin/web/frame/desk-pages.ts'
import { FilterSelect } from '#/admin/web/frame/FilterSelect.tsx'
import removable from '#/admin/web/frame/Removable.module.css'
import { useFilters } from '#/admin/web/frame/use-filters.ts'
import { type ChipKind, orderAddress, productsAddress, userAddress } from '#/admin/web/frame/words.ts'
import { formatMoney } from '#/kernel/money.ts'
import { formatDay } from '#/kernel/time.ts'
import { dayText, momentText } from '#/kernel/web/own-clock.ts'
import type { AutoshipState, PauseReason, WayToPayAutoship } from '#/shop/autoship-rules.ts'
import { type DeskAutoship, type DeskAutoshipFilter, deskAutoshipFilters } from '#/shop/desk.ts'
import { mostUnpaidOrders } from '#/shop/rules.ts'

const filterNames: Readonly<Record<DeskAutoshipFilter, string>> = {
  running: 'Active',
  resting: 'Paused or held up',
  ended: 'Cancelled',
  all: 'All autoships',
}

const states: Readonly<Record<AutoshipState, { name: string; kind: ChipKind }>> = {
  waiting: { name: 'Active', kind: 'good' },
  announced: { name: 'Order announced', kind: 'good' },
  asking: { name: 'Waiting for the buyer’s approval', kind: 'warn' },
  paused: { name: 'Paused', kind: 'warn' },
  ended: { name: 'Cancelled', kind: 'quiet' },
}

const reasons: Readonly<Record<PauseReason, string>> = {
  owner: 'The buyer paused it.',
  unpaid: 'The last order wasn’t paid in time.',
  stock: 'It’s out of stock.',
  seller: 'Its seller can’t sell at the moment.',
  unpaid_orders: `The buyer has ${mostUnpaidOrders} unpaid orders.`,
  first_cash: 'their first parcel hasn’t arrived',
  gone: 'Its seller can’t send it any more.',
  hidden: 'We’ve hidden the product.',
  pin: 'Its seller doesn’t deliver to the buyer’s PIN code.',
  prescription: 'The pharmacy can’t use its prescription any more.',
  expired: 'Its prescription has expired.',
  refills: 'Its prescription has no refills left.',
  total: 'Its price can’t be charged.',
}

const ways: Readonly<Record<WayToPayAutoship, string>> = {
  cash: 'cash on delivery',
  method: 'saved payment method',
  link: 'paid by link each time',
}

export function AutoshipsView() {
  const { filters, go } = useFilters('autoships', ['q', 'show'])
  const show = deskAutoshipFilters.find((name) => name === filters.show) ?? 'running'
  const query = useInfiniteQuery(
    admin.query.autoships.infiniteOptions({
      ...deskPages,
      input: (cursor) => ({ cursor, show, ...(filters.q && { search: filters.q }) }),
    }),
  )
  const isNarrowed = Boolean(filters.q || show !== 'all')
  return (
    <DeskList
      title="Autoships"
      lead="Repeat orders of food and refills, newest first."
      query={query}
      what={{ one: 'autoship', many: 'autoships' }}
      search={{
        search: filters.q,
        description:
          'Part of the buyer’s name or email, the seller’s or product’s name, or the autoship’s ID',
        onSearch: (q) => go({ q }),
      }}
      filters={<FilterSelect value={show} options={filterNames} onChange={(value) => go({ show: value })} />}
      empty={isNarrowed ? 'No autoships match.' : 'Nobody has an autoship yet.'}
      onAll={isNarrowed && (() => go({ q: '', show: 'all' }))}
    >
      {(autoship) => <Shown autoship={autoship} />}
    </DeskList>
  )
}

function Shown({ autoship }: { autoship: DeskAutoship }) {
  const { name, variant, quantity, weeks, status, obstacle, failures, buyer, seller, lastOrder } = autoship
  const mayEnd = useIsAdministrator()
  const chip = states[status]
  return (
    <DeskCard
      label={`${name} for ${buyer.name || 'No name'}`}
      heading={
        <>
          {quantity} × {name}, {variant}
        </>
      }
      chip={<Chip kind={chip.kind}>{chip.name}</Chip>}
    >
      <p>
        <Link to={userAddress(buyer.id)}>{buyer.name || 'No name'}</Link> buys it from{' '}
        {seller ? <Link to={userAddress(seller.id)}>{seller.name}</Link> : 'a seller who has left'}
      </p>
      <p className={css.soft}>
        {weeks === 1 ? 'Every week' : `Every ${weeks} weeks`} · {formatMoney(autoship.agreedPrice)} each ·{' '}
        {ways[autoship.pays]} · set up on {dayText(autoship.createdAt)}
      </p>
      {status !== 'ended' && (
        <p>
          {status === 'paused'
            ? 'No orders while it’s paused.'
            : `The next order is due on ${formatDay(autoship.nextOn)}.`}{' '}
          {obstacle && reasons[obstacle]}
          {obstacle && autoship.actsAt && ` We’ll try again on ${momentText(autoship.actsAt)}.`}
        </p>
      )}
      {failures > 0 && autoship.actsAt && (
        <p>
          It has failed {failures === 1 ? 'once' : `${failures} times in a row`} because of an error on our
          side (see the server log). We’ll try again on {momentText(autoship.actsAt)}.
        </p>
      )}
      <div className={removable.buttons}>
        {lastOrder && (
          <Button component={Link} to={orderAddress(lastOrder)} variant="default">
            Last order {lastOrder}
          </Button>
        )}
        {autoship.productId && (
          <Button
            component={Link}
            to={productsAddress(autoship.productId)}
            variant="default"
            aria-label={`Product ${name}`}
          >
            Product
          </Button>
        )}
        {mayEnd && status !== 'ended' && (
          <Decide
            call={admin.call.endAutoship}
            input={{ id: autoship.id }}
            label="Cancel autoship"
            spoken={`Cancel autoship of ${name} for ${buyer.name || 'No name'}`}
            title="Cancel this autoship?"
            reasonHint="We’ll tell the buyer the reason, and keep it in the audit log."
            longestReason={500}
            busy="Cancelling..."
            told="The autoship is cancelled."
          >
            <p>We won’t place any more orders. Orders already placed aren’t affected. You can’t undo this.</p>
          </Decide>
        )}
      </div>
    </DeskCard>
  )
}
