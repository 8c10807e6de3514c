import { Button, NativeSelect } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatMoney } from '#/kernel/money.ts'
import { unknownErrorText } from '#/kernel/text.ts'
import { byCursor } from '#/kernel/web/list/by-cursor.ts'
import { PagedList } from '#/kernel/web/list/PagedList.tsx'
import { dayText } from '#/kernel/web/own-clock.ts'
import { type DeskReturn, type OpenReturnState, openReturnStates } from '#/shop/desk.ts'
import { returnText, statusText } from '#/shop/web/index.ts'
import { admin } from './admin.ts'
import css from './Desk.module.css'
import own from './Orders.module.css'
import { orderFilters, useFilters } from './use-filters.ts'
import { orderAddress } from './words.ts'

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
  const query = useInfiniteQuery({
    ...admin.query.openReturns.infiniteOptions({
      ...byCursor,
      input: (cursor) => ({ cursor, ...(status && { status }) }),
      refetchOnWindowFocus: 'always',
    }),
    placeholderData: keepPreviousData,
  })
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
      <PagedList
        dense
        query={query}
        what={{ one: 'return', many: 'returns' }}
        failed={unknownErrorText}
        empty={{
          drawing: 'success',
          sentence: status ? 'No returns match.' : 'There are no open returns.',
          action: status && (
            <Button variant="default" onClick={() => go({ returns: '' })}>
              Show all open returns
            </Button>
          ),
        }}
      >
        {(row) => <Shown row={row} />}
      </PagedList>
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
