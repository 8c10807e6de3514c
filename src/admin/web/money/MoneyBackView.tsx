import { Button, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { admin, useIsAdministrator } from '#/admin/web/frame/admin.ts'
import { Chip } from '#/admin/web/frame/Chip.tsx'
import css from '#/admin/web/frame/Desk.module.css'
import { DeskCard, DeskList } from '#/admin/web/frame/DeskList.tsx'
import { countText, deskPages } from '#/admin/web/frame/desk-pages.ts'
import { FilterSelect } from '#/admin/web/frame/FilterSelect.tsx'
import { useFilters } from '#/admin/web/frame/use-filters.ts'
import { useHandling } from '#/admin/web/frame/use-handling.ts'
import {
  appointmentAddress,
  type ChipKind,
  orderAddress,
  packageAddress,
  userAddress,
} from '#/admin/web/frame/words.ts'
import { formatMoney } from '#/kernel/money.ts'
import { momentText } from '#/kernel/web/own-clock.ts'
import { type MoneyBack, type MoneyBackFilter, moneyBackFilters } from '#/payments/desk.ts'
import { unanswered } from '#/payments/rules.ts'
import { disputeNextText } from '#/payments/text.ts'
import own from './Payouts.module.css'

const filterNames: Readonly<Record<MoneyBackFilter, string>> = {
  all: 'Refunds and disputes',
  refunds: 'Refunds',
  waiting: 'Refunds on their way',
  stuck: 'Refunds that need you',
  disputes: 'Disputes',
  open_disputes: 'Open disputes',
}

const emptyText: Readonly<Record<MoneyBackFilter, string>> = {
  all: 'Nothing has been refunded or disputed yet.',
  refunds: 'Nothing has been refunded yet.',
  waiting: 'There’s no refund on its way.',
  stuck: 'No refund needs you.',
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

const options = (show: MoneyBackFilter) =>
  admin.query.moneyBack.infiniteOptions({
    ...deskPages,
    input: (cursor) => ({ show, cursor }),
  })

/** Returns how many refunds the gateway refuses, '20+' if there are more. */
export function useStuckRefunds(): string | undefined {
  return countText(useInfiniteQuery(options('stuck')).data?.pages[0])
}

export function MoneyBackView() {
  const { filters, go } = useFilters('refunds', ['show'])
  const show = moneyBackFilters.find((name) => name === filters.show) ?? 'all'
  const query = useInfiniteQuery(options(show))
  return (
    <DeskList
      title="Refunds and disputes"
      lead={`${disputeNextText.desk} To refund a payment, open its appointment, package or order.`}
      query={query}
      what={{ one: 'entry', many: 'entries' }}
      filters={
        <FilterSelect
          value={show}
          options={filterNames}
          onChange={(value) => go({ show: value === 'all' ? '' : value })}
        />
      }
      empty={emptyText[show]}
      onAll={show !== 'all' && (() => go({ show: '' }))}
      allLabel="Show all"
    >
      {(row) => <Shown row={row} />}
    </DeskList>
  )
}

function Shown({ row }: { row: MoneyBack }) {
  const { kind, amount, currency, status, at, reason, byDesk, payer, payee, receiptNumber } = row
  const what = kind === 'refund' ? 'Refund' : 'Dispute'
  const money = formatMoney({ amount, currency })
  return (
    <DeskCard
      label={`${what} of ${money}, ${payer.name}`}
      heading={`${what} of ${money}`}
      chip={
        row.isStuck ? (
          <Chip kind="bad">Needs you</Chip>
        ) : (
          <Chip kind={states[status].kind}>{states[status].name}</Chip>
        )
      }
    >
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
        ) : row.packageReference ? (
          <Link to={packageAddress(row.packageReference)}>{row.packageReference}</Link>
        ) : (
          <Link to={orderAddress(row.orderReference!)}>Order {row.orderReference}</Link>
        )}
      </p>
      {reason && <p>{reason}</p>}
      {row.paidByHand && <p>Paid by bank transfer: {row.paidByHand}</p>}
      {row.isStuck && <Stuck row={row} />}
    </DeskCard>
  )
}

/** Lets an administrator send a refund again that the gateway refuses, or record that they paid it another way. */
function Stuck({ row }: { row: MoneyBack }) {
  const mayDecide = useIsAdministrator()
  const [open, setOpen] = useState(false)
  const retry = useHandling(admin.call.retryRefund, 'The refund is on its way again.')
  return (
    <div className={own.form}>
      <p>
        {row.failure === unanswered
          ? 'The gateway hasn’t answered for a day. Check its dashboard first: it may already have made this refund. If it hasn’t, send it again,'
          : `The gateway has refused this refund for a day${row.failure ? ` (${row.failure})` : ''}. It may no longer refund payments older than six months, for example. Send it again,`}{' '}
        or ask the owner for their bank account or UPI ID, transfer the money yourself and record it here.
      </p>
      {!mayDecide && <p>Only an administrator can do this.</p>}
      {mayDecide && !open && (
        <>
          <p role="alert" className={own.failure}>
            {retry.failure}
          </p>
          <div className={own.buttons}>
            <Button variant="default" disabled={retry.isBusy} onClick={() => retry.send({ id: row.id })}>
              {retry.isBusy ? 'Sending...' : 'Send again'}
            </Button>
            <Button onClick={() => setOpen(true)}>Record transfer</Button>
          </div>
        </>
      )}
      {mayDecide && open && <RecordTransfer row={row} onClose={() => setOpen(false)} />}
    </div>
  )
}

function RecordTransfer({ row, onClose }: { row: MoneyBack; onClose(): void }) {
  const [reference, setReference] = useState('')
  const [problem, setProblem] = useState('')
  const call = admin.call.payRefundByHand
  const { send, failure, isBusy } = useHandling(call, 'The refund is recorded as paid.', onClose)
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const missing = reference.trim() ? '' : 'Please enter the reference of the transfer.'
    setProblem(missing)
    if (missing) event.currentTarget.querySelector('input')?.focus()
    else send({ id: row.id, reference })
  }
  return (
    <form onSubmit={submit} className={own.form} noValidate>
      <TextInput
        label="Reference of the transfer"
        maxLength={120}
        autoFocus
        value={reference}
        error={problem}
        onChange={(event) => setReference(event.currentTarget.value)}
      />
      <p role="alert" className={own.failure}>
        {failure}
      </p>
      <div className={own.buttons}>
        <Button variant="default" onClick={onClose} disabled={isBusy}>
          Cancel
        </Button>
        <Button type="submit" disabled={isBusy}>
          {isBusy ? 'Saving...' : 'Save transfer'}
        </Button>
      </div>
    </form>
  )
}
