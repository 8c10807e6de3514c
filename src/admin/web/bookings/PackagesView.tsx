import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { admin, useIsAdministrator } from '#/admin/web/frame/admin.ts'
import { Decide } from '#/admin/web/frame/Decide.tsx'
import css from '#/admin/web/frame/Desk.module.css'
import { DeskItem } from '#/admin/web/frame/DeskItem.tsx'
import { appointmentAddress } from '#/admin/web/frame/words.ts'
import { RefundButton } from '#/admin/web/money/RefundButton.tsx'
import { formatMoney } from '#/kernel/money.ts'
import { formatInstant } from '#/kernel/time.ts'
import { momentText } from '#/kernel/web/own-clock.ts'
import type { DeskPackage } from '#/packages/desk.ts'
import { eventText, lastDayText, statusText, useText } from '#/packages/web/index.ts'
import own from './Appointments.module.css'
import { BothSides } from './BothSides.tsx'
import { FindByReference } from './FindByReference.tsx'

/** Looks up a package by its reference, which is in the URL. */
export function PackagesView() {
  const [params] = useSearchParams()
  const reference = params.get('reference')
  return (
    <>
      <h1>Packages</h1>
      <p className={css.lead}>Find a package of training sessions. Owners and trainers see its reference.</p>
      <FindByReference
        view="packages"
        description="A package’s reference, like PK-000123, or its receipt’s number"
      />
      {reference && <PackagePage key={reference} reference={reference} />}
    </>
  )
}

function PackagePage({ reference }: { reference: string }) {
  const query = useQuery(
    admin.query.soldPackage.queryOptions({ input: { reference }, refetchOnWindowFocus: 'always' }),
  )
  return (
    <DeskItem
      query={query}
      what="package"
      notFound={`We couldn’t find a package with the reference “${reference}”.`}
    >
      {(sold) => <Shown sold={sold} />}
    </DeskItem>
  )
}

function Shown({ sold }: { sold: DeskPackage }) {
  const { owner, provider, payment, reference, title, status, uses, events, timeZone } = sold
  const money = (amount: number) => formatMoney({ amount, currency: payment.currency })
  return (
    <article className={`${css.row} ${css.card} ${own.appointment}`} aria-label={`Package ${reference}`}>
      <div className={css.cardHead}>
        <BothSides owner={owner} provider={provider} />
        <strong>{statusText[status]}</strong>
      </div>
      <p className={css.soft}>
        {title} · {reference} · bought {momentText(sold.boughtAt)}
        {sold.expiresAt && ` · valid until ${lastDayText(sold)}`}
      </p>
      <p>
        {sold.balance} of {sold.sessions} sessions left, {sold.used} booked or used, {sold.gone} expired or
        refunded. One session costs {money(sold.pricePerSession)} in the package and {money(sold.singlePrice)}{' '}
        on its own.
      </p>
      <p className={css.soft}>
        {money(payment.amount)}, {money(payment.refunded)} refunded, {money(payment.released)} released to the
        trainer
        {payment.isSandbox && ' · Sandbox'}
        {payment.receiptNumber && ` · Receipt ${payment.receiptNumber}`}
      </p>
      <RefundButton payment={payment} owner={owner.name || 'the owner'}>
        {status === 'active' && (
          <p>
            If you refund everything, the package ends. If you refund less, it stays active with{' '}
            {sold.balance === 1 ? '1 session' : `${sold.balance} sessions`} left, and the trainer is paid for
            them from the rest.
          </p>
        )}
      </RefundButton>
      <End sold={sold} />
      <h3>History</h3>
      <ol className={own.history}>
        {uses.map((use) => (
          <li key={use.appointmentId}>
            <p>
              <Link to={appointmentAddress(use.appointmentId)}>{use.sessionType}</Link> · {useText[use.state]}
            </p>
            <time className={css.soft} dateTime={use.startsAt.toISOString()}>
              {formatInstant(use.startsAt, timeZone)}
            </time>
          </li>
        ))}
        {events.map((event) => (
          <li key={event.id}>
            <p>
              {eventText[event.what]}
              {event.by === 'admin' && ' by Support'}
            </p>
            {event.note && <q>{event.note}</q>}
            <time className={css.soft} dateTime={event.at.toISOString()}>
              {momentText(event.at)}
            </time>
          </li>
        ))}
      </ol>
    </article>
  )
}

function End({ sold: { id, status, balance, reference } }: { sold: DeskPackage }) {
  const mayEnd = useIsAdministrator()
  if (!mayEnd || status !== 'active') return null
  return (
    <div>
      <Decide
        call={admin.call.endPackage}
        input={(note) => ({ id, note })}
        label="End package"
        title={`End ${reference}?`}
        reasonHint="The owner can read it, and it’s kept in the audit log."
        busy="Ending..."
        told="The package has ended."
      >
        <p>
          {balance === 1 ? 'The session left is' : `The ${balance} sessions left are`} lost, and the trainer
          gets whatever you haven’t refunded. First refund what the owner should get back. You can’t undo
          this.
        </p>
      </Decide>
    </div>
  )
}
