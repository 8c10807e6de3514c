import { Button } from '@mantine/core'
import { skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { byCursor } from '#/kernel/web/list/by-cursor.ts'
import { LinkedItem } from '#/kernel/web/list/LinkedItem.tsx'
import { PagedList } from '#/kernel/web/list/PagedList.tsx'
import { useLinkedRecord } from '#/kernel/web/list/use-linked-record.ts'
import type { Earning, OrderEarning, Payouts } from '#/payments/contract.ts'
import { payoutHoursAfter } from '#/payments/rules.ts'
import row from './PaymentRow.module.css'
import css from './PayoutsTab.module.css'
import { payments } from './payments.ts'
import { moment, money, visitText, withoutProvider } from './words.ts'

const earnings = payments.query.earnings.infiniteOptions({
  input: (cursor: string | undefined) => ({ cursor }),
  ...byCursor,
})

const orderEarnings = payments.query.orderEarnings.infiniteOptions({
  input: (cursor: string | undefined) => ({ cursor }),
  ...byCursor,
})

/** Shows providers and sellers what they are owed and what was paid out, with the visits and orders. */
export function PayoutsTab({ serves, sells }: { serves: boolean; sells: boolean }) {
  const { data, isError, isFetching, refetch } = useQuery(payments.query.payouts.queryOptions({}))
  return (
    <>
      {data ? (
        <>
          <dl className={css.figures}>
            <Figure term="Ready to be paid out" amount={data.available} currency={data.currency} />
            <Figure term="Total owed to you" amount={data.owed} currency={data.currency} />
            <Figure term="Paid out so far" amount={data.paidOut} currency={data.currency} />
            {data.disputed > 0 && (
              <Figure term="Disputed at payers’ banks" amount={data.disputed} currency={data.currency} />
            )}
          </dl>
          {serves && (
            <p className={css.note}>
              A payment is ready {payoutHoursAfter} hours after its appointment. Packages are paid out session
              by session.
            </p>
          )}
          {sells && (
            <p className={css.note}>
              An order’s money is ready once the order can’t be returned any more.{' '}
              <Link to="/my-orders?side=sold">Orders to pack and send</Link>
            </p>
          )}
          {data.disputed > 0 && (
            <p className={css.note}>
              Disputed payments aren’t part of what’s owed to you while the payer’s bank decides, usually
              within a few weeks. There’s nothing you need to do.
            </p>
          )}
          {data.payouts.length > 0 && (
            <ul className={css.payouts}>
              {data.payouts.map((payout) => (
                <LinkedItem key={payout.id} record={payout.id}>
                  <strong>{money(payout.amount)}</strong> paid out {moment(payout.paidAt)}, {payout.reference}
                  <PaidVisits payout={payout} />
                </LinkedItem>
              ))}
            </ul>
          )}
        </>
      ) : isError && !isFetching ? (
        <div role="alert" className={css.note}>
          <p>Failed to load payouts. Please try again.</p>
          <Button onClick={() => refetch()}>Retry</Button>
        </div>
      ) : (
        <div className={css.ghost} role="status" aria-label="Loading payouts" />
      )}
      {serves && <Earnings />}
      {sells && <OrderEarnings />}
    </>
  )
}

function Earnings() {
  const id = useLinkedRecord<Earning['id']>()
  const { data: linked } = useQuery(payments.query.earnings.queryOptions({ input: id ? { id } : skipToken }))
  return (
    <>
      <h2 className={css.title}>Payments to you</h2>
      <PagedList
        query={useInfiniteQuery(earnings)}
        linked={linked?.rows[0]}
        failed="Failed to load payments. Please try again."
        what={{ one: 'payment', many: 'payments' }}
        dense
        empty={{
          drawing: 'no-results',
          sentence: 'You haven’t received any payments yet.',
          action: (
            <Button component={Link} to="/appointments">
              See appointments
            </Button>
          ),
        }}
      >
        {(earning) => <EarningRow earning={earning} />}
      </PagedList>
    </>
  )
}

function OrderEarnings() {
  return (
    <>
      <h2 className={css.title}>Your earnings by order</h2>
      <PagedList
        query={useInfiniteQuery(orderEarnings)}
        failed="Failed to load orders. Please try again."
        what={{ one: 'order', many: 'orders' }}
        dense
        empty={{
          drawing: 'no-results',
          sentence: 'No orders have been paid through us yet. Buyers who pay in cash pay you directly.',
          action: (
            <Button component={Link} to="/my-orders?side=sold">
              See orders
            </Button>
          ),
        }}
      >
        {(earning) => <OrderEarningRow earning={earning} />}
      </PagedList>
    </>
  )
}

function OrderEarningRow({ earning }: { earning: OrderEarning }) {
  const { order, amount, earned, refunded, completedAt, payableFrom, isDisputed } = earning
  return (
    <article className={row.row} tabIndex={-1} aria-label={`Order ${order.reference}, ${money(earned)}`}>
      <div className={row.what}>
        <h3>
          <Link to={`/my-orders?side=sold&order=${order.id}`}>Order {order.reference}</Link>
        </h3>
        <p className={row.about}>
          {money(amount)} paid {moment(completedAt)}
          {earned.amount > 0 &&
            !isDisputed &&
            ` · ${payableFrom ? `ready for payout since ${moment(payableFrom)}` : 'not ready for payout yet'}`}
        </p>
      </div>
      <div className={row.money}>
        <strong>{money(earned)}</strong>
        {refunded.amount > 0 && <span>{money(refunded)} went back to the buyer</span>}
        {isDisputed && <span>Disputed</span>}
      </div>
    </article>
  )
}

function PaidVisits({ payout: { visits, visitCount } }: { payout: Payouts['payouts'][number] }) {
  const more = visitCount - visits.length
  if (visitCount === 0) return null
  return (
    <ul className={css.visits}>
      {visits.map((visit) => (
        <li key={`${visit.startsAt.getTime()} ${visit.payerName}`}>
          {visit.payerName} · {visitText(visit)}
          {visit.packageReference && ` · ${visit.packageReference}`}
          {visit.orderReference && ` · ${visit.orderReference}`}
        </li>
      ))}
      {more > 0 && (
        <li>
          and {more} more {more === 1 ? 'payment' : 'payments'}
        </li>
      )}
    </ul>
  )
}

function EarningRow({ earning }: { earning: Earning }) {
  const { description, visit, payerName, amount, refunded, isTakenBack, completedAt, isDisputed } = earning
  return (
    <article className={row.row} tabIndex={-1} aria-label={`${payerName}, ${money(amount)}`}>
      <div className={row.what}>
        <h3>{payerName}</h3>
        <p className={row.about}>
          {withoutProvider(description)} · {visit ? visitText(visit) : earning.packageReference} · paid{' '}
          {moment(completedAt)}
        </p>
      </div>
      <div className={row.money}>
        <strong>{money(amount)}</strong>
        {refunded.amount > 0 && (
          <span>
            {money(refunded)} {isTakenBack ? 'refunded or taken back by the payer’s bank' : 'refunded'}
          </span>
        )}
        {isDisputed && <span>Disputed</span>}
      </div>
    </article>
  )
}

function Figure({ term, amount, currency }: { term: string; amount: number; currency: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{money({ amount, currency })}</dd>
    </div>
  )
}
