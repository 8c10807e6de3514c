import { Button, NativeSelect } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { admin } from '#/admin/web/frame/admin.ts'
import { Chip } from '#/admin/web/frame/Chip.tsx'
import css from '#/admin/web/frame/Desk.module.css'
import { useFilters } from '#/admin/web/frame/use-filters.ts'
import {
  appointmentAddress,
  type ChipKind,
  gatewayText,
  orderAddress,
  packageAddress,
} from '#/admin/web/frame/words.ts'
import { formatMoney } from '#/kernel/money.ts'
import { unknownErrorText } from '#/kernel/text.ts'
import { addDays, formatDay, isDay } from '#/kernel/time.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { byCursor } from '#/kernel/web/list/by-cursor.ts'
import { PagedList } from '#/kernel/web/list/PagedList.tsx'
import { momentText } from '#/kernel/web/own-clock.ts'
import { saveCsv } from '#/kernel/web/save-csv.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useNow } from '#/kernel/web/use-now.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { GatewayBalance, ReconciledDay, ReconciledLine, ReconciliationState } from '#/payments/desk.ts'
import { currency, type GatewayName } from '#/payments/rules.ts'
import own from './Reconciliation.module.css'

const money = (amount: number) => formatMoney({ amount, currency })

const dayAddress = (gateway: GatewayName, day?: string) =>
  `?${new URLSearchParams({ view: 'reconciliation', gateway, ...(day && { day }) })}`

/** Compares the gateways' own records with the ledger, day by day. */
export function ReconciliationView() {
  const { filters, go } = useFilters('reconciliation', ['gateway', 'day'])
  const { data, isError, isFetching, refetch } = useQuery(admin.query.gatewayBalances.queryOptions())
  if (!data)
    return (
      <>
        <h1>Reconciliation</h1>
        {isError && !isFetching ? (
          <div role="alert">
            <p>{unknownErrorText}</p>
            <Button onClick={() => refetch()}>Retry</Button>
          </div>
        ) : (
          <p role="status">Loading balances...</p>
        )}
      </>
    )
  const balance = data.rows.find(({ gateway }) => gateway === filters.gateway) ?? data.rows[0]
  const { day } = filters
  if (balance && day && isDay(day)) return <DayView key={day} gateway={balance.gateway} day={day} />
  return (
    <>
      <h1>Reconciliation</h1>
      <p className={css.lead}>
        Each night we read the gateway’s records and compare them with ours. Both sums are after fees.
      </p>
      {balance ? (
        <>
          {data.rows.length > 1 && (
            <search className={css.filters}>
              <NativeSelect
                label="Gateway"
                value={balance.gateway}
                data={data.rows.map(({ gateway }) => ({
                  value: gateway,
                  label: capital(gatewayText[gateway]),
                }))}
                onChange={({ currentTarget: { value } }) => go({ gateway: value, day: '' })}
              />
            </search>
          )}
          <Balance balance={balance} />
          <Days key={balance.gateway} gateway={balance.gateway} />
        </>
      ) : (
        <p>
          There’s nothing to compare yet. We read the gateway’s records in the night after the first payment.
        </p>
      )}
    </>
  )
}

function Balance({
  balance: { gateway, readAt, overdueSince, balance, ours, otherCurrency },
}: {
  balance: GatewayBalance
}) {
  const name = gatewayText[gateway]
  const now = useNow()
  return (
    <section className={`${css.row} ${own.balance}`} aria-label="Balance">
      <p className={css.soft}>
        {readAt ? `Last read on ${momentText(readAt)}` : 'Not read yet. We read the records each night.'}
      </p>
      {overdueSince && (
        <p role="note" className={own.overdue}>
          We haven’t been able to read {name}’s records since {momentText(overdueSince)}. Check its keys and
          the app’s log. Until then, new payments are shown as not listed yet.
        </p>
      )}
      <dl className={own.sums}>
        {balance !== null && <Sum name={`Balance at ${name}`} amount={balance} />}
        <Sum name="In our ledger" amount={ours} />
        {balance !== null && <Sum name="Difference" amount={balance - ours} />}
      </dl>
      {otherCurrency && (
        <p role="note">
          {capital(name)} keeps part of your balance in {otherCurrency}, which we can’t compare with rupees.
          Days with such money differ. To compare them, let your account settle in {currency}.
        </p>
      )}
      {balance === null && readAt && (
        <p className={css.soft}>{capital(name)} hasn’t told us its balance. Compare the days below.</p>
      )}
      <Download gateway={gateway} until={readAt ?? now} />
    </section>
  )
}

function Sum({ name, amount }: { name: string; amount: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{money(amount)}</dd>
    </div>
  )
}

/** Downloads one of the last twelve months. */
function Download({ gateway, until }: { gateway: GatewayName; until: Date }) {
  const months = Array.from({ length: 12 }, (_, back) => {
    const first = new Date(Date.UTC(until.getFullYear(), until.getMonth() - back, 1))
    const label = first.toLocaleDateString('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' })
    return { value: first.toISOString().slice(0, 7), label }
  })
  const write = useWrite(
    (input: { gateway: GatewayName; month: string }) => admin.call.exportReconciliation(input),
    {
      onSuccess: ({ csv }, { month }) => saveCsv(`${gateway}-${month}.csv`, csv),
      onError: (error) => toast({ kind: 'error', title: 'Not downloaded', message: errorText(error) }),
    },
  )
  return (
    <form
      className={own.download}
      onSubmit={(event) => {
        event.preventDefault()
        const month = String(new FormData(event.currentTarget).get('month'))
        if (!write.isPending) write.mutate({ gateway, month })
      }}
    >
      <NativeSelect name="month" label="Month" data={months} />
      <Button type="submit" variant="default" aria-disabled={write.isPending}>
        {write.isPending ? 'Preparing...' : 'Download CSV'}
      </Button>
    </form>
  )
}

function Days({ gateway }: { gateway: GatewayName }) {
  const query = useInfiniteQuery({
    ...admin.query.reconciledDays.infiniteOptions({
      ...byCursor,
      input: (cursor) => ({ gateway, cursor }),
    }),
    select: ({ pages, pageParams }) => ({
      pageParams,
      pages: pages.map(({ rows }) => ({ rows: rows.map((row) => ({ ...row, id: row.day })) })),
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <PagedList
      dense
      query={query}
      what={{ one: 'day', many: 'days' }}
      failed={unknownErrorText}
      empty={{ drawing: 'no-results', sentence: 'No money has moved yet.', action: null }}
    >
      {(row) => <DayRow gateway={gateway} row={row} />}
    </PagedList>
  )
}

function DayRow({ gateway, row }: { gateway: GatewayName; row: ReconciledDay }) {
  const { day, theirs, ours, differing, awaited } = row
  const state = differing > 0 ? 'differs' : awaited > 0 ? 'awaited' : 'agrees'
  return (
    <article className={css.row} tabIndex={-1} aria-label={formatDay(day)}>
      <Link to={dayAddress(gateway, day)} className={`${css.rowLink} ${own.day}`}>
        <strong>{formatDay(day)}</strong>
        <Figure name="Theirs" amount={theirs} />
        <Figure name="Ours" amount={ours} />
        <Figure name="Difference" amount={theirs - ours} />
        <span className={css.end}>
          <StateChip state={state} />
        </span>
      </Link>
    </article>
  )
}

function Figure({ name, amount }: { name: string; amount: number }) {
  return (
    <span className={own.figure}>
      <span className={css.soft}>{name}</span> <span>{money(amount)}</span>
    </span>
  )
}

const states: Readonly<Record<ReconciliationState, { name: string; kind: ChipKind }>> = {
  agrees: { name: 'Agrees', kind: 'good' },
  awaited: { name: 'Not listed yet', kind: 'warn' },
  undone: { name: 'Paid and refunded', kind: 'quiet' },
  differs: { name: 'Differs', kind: 'bad' },
}

const StateChip = ({ state }: { state: ReconciliationState }) => (
  <Chip kind={states[state].kind}>{states[state].name}</Chip>
)

const onlyNames = { differs: 'What differs', all: 'Everything' } as const

function DayView({ gateway, day }: { gateway: GatewayName; day: string }) {
  const { filters, go } = useFilters('reconciliation', ['gateway', 'day', 'show'])
  const only = filters.show === 'all' ? 'all' : 'differs'
  const query = useInfiniteQuery({
    ...admin.query.reconciledLines.infiniteOptions({
      ...byCursor,
      input: (cursor) => ({ gateway, day, only, cursor }),
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <p className={own.steps}>
        <Link to={dayAddress(gateway)}>All days</Link>
      </p>
      <h1>
        {capital(gatewayText[gateway])}, {formatDay(day)}
      </h1>
      <nav aria-label="Days" className={own.steps}>
        <Link to={dayAddress(gateway, addDays(day, -1))}>Day before</Link>
        <Link to={dayAddress(gateway, addDays(day, 1))}>Day after</Link>
      </nav>
      <search className={css.filters}>
        <NativeSelect
          label="Show"
          value={only}
          data={Object.entries(onlyNames).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget: { value } }) => go({ show: value === 'all' ? value : '' })}
        />
      </search>
      <PagedList
        query={query}
        what={{ one: 'movement', many: 'movements' }}
        failed={unknownErrorText}
        empty={{
          drawing: only === 'all' ? 'no-results' : 'success',
          sentence: only === 'all' ? 'No money moved on this day.' : 'Nothing differs on this day.',
          action: only === 'differs' && (
            <Button variant="default" onClick={() => go({ show: 'all' })}>
              Show everything
            </Button>
          ),
        }}
      >
        {(line) => <Line gateway={gateway} line={line} />}
      </PagedList>
    </>
  )
}

const kindNames: Readonly<Record<ReconciledLine['kind'], string>> = {
  payment: 'Payment',
  refund: 'Refund',
  refund_returned: 'Returned refund',
  dispute: 'Dispute',
  dispute_won: 'Dispute won',
  settlement: 'Settlement to your bank account',
  fee: 'Fee',
  tax: 'Tax',
  other: 'Adjustment',
}

/** Says why a line differs, and what to do about it. */
function reasonFor(name: string, { state, ref, ours, fee }: ReconciledLine): string | null {
  if (state === 'agrees') return null
  if (state === 'undone')
    return 'It was paid and refunded in full, but not for anything here. Nothing is left of it.'
  const Name = capital(name)
  if (state === 'awaited') return `${Name} hasn’t listed it yet. It usually does within a few days.`
  if (ref === null) return `${Name} doesn’t list it. Look for it in the dashboard there.`
  if (ours === -fee)
    return `Only ${name} has it. If it isn’t a sale that you made elsewhere, look for it in the dashboard there.`
  return 'The amounts differ. Compare them in the gateway’s dashboard.'
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function Line({ gateway, line }: { gateway: GatewayName; line: ReconciledLine }) {
  const { kind, at, state, theirs, ours, fee, tax, ref, receiptNumber } = line
  const name = gatewayText[gateway]
  const reason = reasonFor(name, line)
  const ids = [...new Set([ref, line.paymentRef, line.aboutRef])].filter((id) => id !== null)
  return (
    <article
      className={`${css.row} ${css.card}`}
      tabIndex={-1}
      aria-label={`${kindNames[kind]}, ${momentText(at)}`}
    >
      <div className={css.cardHead}>
        <h2>{kindNames[kind]}</h2>
        <StateChip state={state} />
      </div>
      <p className={css.soft}>{momentText(at)}</p>
      <dl className={own.sums}>
        <Sum name={`At ${name}`} amount={theirs} />
        <Sum name="Our ledger" amount={ours} />
        <Sum name="Difference" amount={theirs - ours} />
        {fee !== 0 && <Sum name={tax === 0 ? 'Fee' : `Fee, with ${money(tax)} tax`} amount={fee} />}
      </dl>
      {reason && <p>{reason}</p>}
      {(ids.length > 0 || receiptNumber) && (
        <p className={own.ids}>
          {line.appointmentId && (
            <Link to={appointmentAddress(line.appointmentId)}>{receiptNumber ?? 'Appointment'}</Link>
          )}
          {line.packageReference && (
            <Link to={packageAddress(line.packageReference)}>{line.packageReference}</Link>
          )}
          {line.orderReference && (
            <Link to={orderAddress(line.orderReference)}>Order {line.orderReference}</Link>
          )}
          {ids.map((id) => (
            <code key={id}>{id}</code>
          ))}
        </p>
      )}
    </article>
  )
}
