import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { admin } from '#/admin/web/frame/admin.ts'
import css from '#/admin/web/frame/Desk.module.css'
import { DeskLine, DeskRows } from '#/admin/web/frame/DeskList.tsx'
import { deskPages } from '#/admin/web/frame/desk-pages.ts'
import { orderFilters, useFilters } from '#/admin/web/frame/use-filters.ts'
import { orderAddress } from '#/admin/web/frame/words.ts'
import { formatMoney } from '#/kernel/money.ts'
import { isDay } from '#/kernel/time.ts'
import { momentText } from '#/kernel/web/own-clock.ts'
import type { DeskOrderRow } from '#/shop/desk.ts'
import { partStatuses } from '#/shop/order-states.ts'
import { StatusChip, statusText } from '#/shop/web/index.ts'
import own from './Orders.module.css'

type Filters = ReturnType<typeof useFilters<(typeof orderFilters)[number]>>['filters']
const none = { buyer: '', seller: '', state: '', from: '', to: '' } as const
const isNarrowed = (filters: Filters) => Object.keys(none).some((name) => filters[name as keyof typeof none])

/** Tells whether the URL narrows the list of orders. */
export const useIsSearch = () => isNarrowed(useFilters('orders', orderFilters).filters)

/** Lists all parts of orders, latest first. The URL holds the filters. */
export function AllOrders() {
  const { filters, go } = useFilters('orders', orderFilters)
  const { buyer, seller, from, to } = filters
  const status = partStatuses.find((name) => name === filters.state)
  const query = useInfiniteQuery(
    admin.query.orders.infiniteOptions({
      ...deskPages,
      input: (cursor) => ({
        cursor,
        ...(buyer && { buyer }),
        ...(seller && { seller }),
        ...(status && { status }),
        ...(isDay(from) && { from }),
        ...(isDay(to) && { to }),
      }),
    }),
  )
  return (
    <section aria-labelledby="desk-orders">
      <h2 id="desk-orders" className={own.missing}>
        All orders
      </h2>
      <Form key={JSON.stringify(filters)} filters={filters} onSearch={go} />
      {query.data?.pages[0]?.isPartial && (
        <p className={css.soft}>
          More than 50 people match, so this shows the orders of only some of them. Enter more of the name, or
          an email address.
        </p>
      )}
      <DeskRows
        dense
        query={query}
        what={{ one: 'order', many: 'orders' }}
        empty={isNarrowed(filters) ? 'No orders match.' : 'Nobody has ordered anything yet.'}
        onAll={isNarrowed(filters) && (() => go(none))}
      >
        {(row) => <Shown row={row} />}
      </DeskRows>
    </section>
  )
}

type FormProps = { filters: Filters; onSearch: (filters: Partial<Filters>) => void }

function Form({ filters, onSearch }: FormProps) {
  const [typed, setTyped] = useState(filters)
  const set = (part: Partial<Filters>) => setTyped({ ...typed, ...part })
  const isBackwards = typed.from !== '' && typed.to !== '' && typed.to < typed.from
  function search(event: FormEvent) {
    event.preventDefault()
    if (isBackwards) return
    onSearch({ ...typed, buyer: typed.buyer.trim(), seller: typed.seller.trim() })
  }
  return (
    <search>
      <form className={own.search} onSubmit={search} noValidate>
        {(['buyer', 'seller'] as const).map((name) => (
          <TextInput
            key={name}
            label={name === 'buyer' ? 'Buyer' : 'Seller'}
            description="Part of the name or email"
            maxLength={200}
            autoComplete="off"
            enterKeyHint="search"
            value={typed[name]}
            onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
          />
        ))}
        <NativeSelect
          label="Status"
          value={typed.state}
          data={[
            { value: '', label: 'Any' },
            ...partStatuses.map((value) => ({ value, label: statusText[value] })),
          ]}
          onChange={({ currentTarget }) => set({ state: currentTarget.value })}
        />
        {(['from', 'to'] as const).map((name) => (
          <TextInput
            key={name}
            type="date"
            label={name === 'from' ? 'Ordered on or after' : 'Ordered on or before'}
            value={typed[name]}
            error={name === 'to' && isBackwards && 'Choose a day on or after the first one.'}
            onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
          />
        ))}
        <Button type="submit" variant="default">
          Search
        </Button>
      </form>
    </search>
  )
}

function Shown({ row: { number, orderedAt, status, pays, buyer, seller, total } }: { row: DeskOrderRow }) {
  return (
    <DeskLine label={`Order ${number} from ${seller.name}`} to={orderAddress(number)}>
      <strong>
        {buyer.name || 'No name'} from {seller.name}
      </strong>
      <span className={css.soft}>
        {number} · {pays === 'cash' ? 'cash' : 'online'} · {momentText(orderedAt)}
      </span>
      <span>
        <StatusChip status={status} />
      </span>
      <span className={css.end}>{formatMoney(total)}</span>
    </DeskLine>
  )
}
