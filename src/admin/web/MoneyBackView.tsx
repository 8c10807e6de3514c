import { Button, NativeSelect } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { formatMoney } from '#/kernel/money.ts'
import { unknownErrorText } from '#/kernel/text.ts'
import { PagedList } from '#/kernel/web/list/PagedList.tsx'
import { momentText } from '#/kernel/web/own-clock.ts'
import { type MoneyBack, type MoneyBackFilter, moneyBackFilters } from '#/payments/desk.ts'
import { disputeNextText } from '#/payments/text.ts'
import { admin } from './admin.ts'
import { Chip } from './Chip.tsx'
import css from './Desk.module.css'
import { appointmentAddress, type ChipKind, packageAddress, userAddress } from './words.ts'

const filterNames: Readonly<Record<MoneyBackFilter, string>> = {
  all: 'Refunds and disputes',
  refunds: 'Refunds',
  waiting: 'Refunds on their way',
  disputes: 'Disputes',
  open_disputes: 'Open disputes',
}

const emptyText: Readonly<Record<MoneyBackFilter, string>> = {
  all: 'Nothing has been refunded or disputed yet.',
  refunds: 'Nothing has been refunded yet.',
  waiting: 'There’s no refund on its way.',
  disputes: 'No payment has been disputed yet.',
  open_disputes: 'There’s no open dispute.',
}

const states: Readonly<Record<MoneyBack['status'], { name: string; kind: ChipKind }>> = {
  pending: { name: 'On its way', kind: 'warn' },
  succeeded: { name: 'Refunded', kind: 'good' },
  failed: { name: 'Failed, trying again', kind: 'bad' },
  closed: { name: 'Taken back by the bank', kind: 'quiet' },
  open: { name: 'Open', kind: 'warn' },
  won: { name: 'Won', kind: 'good' },
  lost: { name: 'Lost', kind: 'bad' },
}

export function MoneyBackView() {
  const [params, setParams] = useSearchParams()
  const show = moneyBackFilters.find((name) => name === params.get('show')) ?? 'all'
  const filter = (value: string) =>
    setParams(
      { view: 'refunds', ...(value !== 'all' && { show: value }) },
      { replace: true, preventScrollReset: true },
    )
  const query = useInfiniteQuery({
    ...admin.query.moneyBack.infiniteOptions({
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      input: (cursor) => ({ show, cursor }),
      refetchOnWindowFocus: 'always',
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <h1>Refunds and disputes</h1>
      <p className={css.lead}>{disputeNextText.desk} To refund a payment, open its appointment.</p>
      <search className={css.filters}>
        <NativeSelect
          label="Show"
          value={show}
          data={moneyBackFilters.map((value) => ({ value, label: filterNames[value] }))}
          onChange={({ currentTarget: { value } }) => filter(value)}
        />
      </search>
      <PagedList
        query={query}
        what={{ one: 'entry', many: 'entries' }}
        failed={unknownErrorText}
        empty={{
          drawing: 'no-results',
          sentence: emptyText[show],
          action: show !== 'all' && (
            <Button variant="default" onClick={() => filter('all')}>
              Show all
            </Button>
          ),
        }}
      >
        {(row) => <Shown row={row} />}
      </PagedList>
    </>
  )
}

function Shown({ row }: { row: MoneyBack }) {
  const { kind, amount, currency, status, at, reason, byDesk, payer, payee, receiptNumber } = row
  const what = kind === 'refund' ? 'Refund' : 'Dispute'
  const money = formatMoney({ amount, currency })
  return (
    <article
      className={`${css.row} ${css.card}`}
      tabIndex={-1}
      aria-label={`${what} of ${money}, ${payer.name}`}
    >
      <div className={css.cardHead}>
        <h2>
          {what} of {money}
        </h2>
        <Chip kind={states[status].kind}>{states[status].name}</Chip>
      </div>
      <p className={css.soft}>
        {momentText(at)}
        {row.isSandbox && ' · Sandbox'}
        {byDesk && ' · By an admin'}
      </p>
      <p>
        <Link to={userAddress(payer.id)}>{payer.name || 'No name'}</Link> paid{' '}
        <Link to={userAddress(payee.id)}>{payee.name || 'No name'}</Link> ·{' '}
        {row.appointmentId ? (
          <Link to={appointmentAddress(row.appointmentId)}>{receiptNumber ?? 'Appointment'}</Link>
        ) : (
          <Link to={packageAddress(row.packageReference!)}>{row.packageReference}</Link>
        )}
      </p>
      {reason && <p>{reason}</p>}
    </article>
  )
}
