import { NativeSelect } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { admin } from '#/admin/web/frame/admin.ts'
import css from '#/admin/web/frame/Desk.module.css'
import { DeskRows } from '#/admin/web/frame/DeskList.tsx'
import { deskPages } from '#/admin/web/frame/desk-pages.ts'
import { orderFilters, useFilters } from '#/admin/web/frame/use-filters.ts'
import { orderAddress } from '#/admin/web/frame/words.ts'
import { formatMoney } from '#/kernel/money.ts'
import { dayText } from '#/kernel/web/own-clock.ts'
import { type DeskReturn, type OpenReturnState, openReturnStates } from '#/shop/desk.ts'
import { returnText, statusText } from '#/shop/web/index.ts'
import own from './Orders.module.css'

/** The outcome of a return that nobody acts on. */
const nextText: Readonly<Record<OpenReturnState, string>> = {
  return_asked: 'will be approved automatically',
  return_approved: 'will end without a refund',
  return_refused: 'will end without a refund',
  return_sent: 'will be refunded automatically',
  return_missing: 'needs an administrator’s decision',
}

/** Lists the returns that aren't over or may be overruled, with their age. They are decided on the order's page. */
export function OpenReturns() {
  const { filters, go } = useFilters('orders', orderFilters)
  const status = openReturnStates.find((name) => name === filters.returns)
  const query = useInfiniteQuery(
    admin.query.openReturns.infiniteOptions({
      ...deskPages,
      input: (cursor) => ({ cursor, ...(status && { status }) }),
    }),
  )
  return (
    <section aria-labelledby="desk-returns">
      <h2 id="desk-returns" className={own.missing}>
        Open returns
      </h2>
      <search className={css.filters}>
        <NativeSelect
          label="Show"
          value={status ?? ''}
          data={[
            { value: '', label: 'All open returns' },
            ...openReturnStates.map((value) => ({ value, label: statusText[value] })),
          ]}
          onChange={({ currentTarget: { value } }) => go({ returns: value })}
        />
      </search>
      <DeskRows
        dense
        query={query}
        what={{ one: 'return', many: 'returns' }}
        empty={status ? 'No returns match.' : 'There are no open returns.'}
        drawing="success"
        onAll={status && (() => go({ returns: '' }))}
        allLabel="Show all open returns"
      >
        {(row) => <Shown row={row} />}
      </DeskRows>
    </section>
  )
}

function Shown({ row }: { row: DeskReturn }) {
  const { number, status, since, endsAt, kind, buyer, seller, amount, hasRefused } = row
  return (
    <article className={css.row} tabIndex={-1} aria-label={`Return of order ${number} to ${seller}`}>
      <Link to={orderAddress(number)} className={css.rowLink}>
        <strong>
          {buyer || 'No name'} to {seller}
        </strong>
        <span className={css.soft}>
          {number} · {returnText[kind]}
        </span>
        <span className={css.soft}>
          {statusText[status]} since {dayText(since)},{' '}
          {endsAt ? `${nextText[status]} on ${dayText(endsAt)}` : nextText[status]}
          {hasRefused && '. An earlier return was refused'}
        </span>
        <span className={css.end}>{formatMoney(amount)}</span>
      </Link>
    </article>
  )
}
