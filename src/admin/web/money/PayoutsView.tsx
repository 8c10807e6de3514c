import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { admin, useIsAdministrator } from '#/admin/web/frame/admin.ts'
import { Chip } from '#/admin/web/frame/Chip.tsx'
import css from '#/admin/web/frame/Desk.module.css'
import { useHandling } from '#/admin/web/frame/use-handling.ts'
import { userAddress } from '#/admin/web/frame/words.ts'
import { formatMoney, parseAmount } from '#/kernel/money.ts'
import { unknownErrorText } from '#/kernel/text.ts'
import { formatInstant } from '#/kernel/time.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import type { Payable as Ready } from '#/payments/desk.ts'
import own from './Payouts.module.css'

type Payable = Ready & { bankChange: { at: Date; payableFrom: Date } | null }

/** Lists what providers can be paid out. The transfer happens elsewhere and is recorded here by its reference. */
export function PayoutsView() {
  const { data, isError, isFetching, refetch } = useQuery(
    admin.query.payouts.queryOptions({ refetchOnWindowFocus: 'always' }),
  )
  const mayRecord = useIsAdministrator()
  return (
    <>
      <h1>Payouts</h1>
      <p className={css.lead}>
        Money is ready two days after a visit took place.{' '}
        {mayRecord
          ? 'Transfer it by your bank, then record it here.'
          : 'Only an administrator can record a payout.'}
      </p>
      {data ? (
        data.rows.length === 0 ? (
          <p>There’s nothing to pay out now.</p>
        ) : (
          <ul className={own.list}>
            {data.rows.map((payable) => (
              <li key={payable.id}>
                <Provider payable={payable} mayRecord={mayRecord} />
              </li>
            ))}
          </ul>
        )
      ) : isError && !isFetching ? (
        <div role="alert">
          <p>{unknownErrorText}</p>
          <Button onClick={() => refetch()}>Retry</Button>
        </div>
      ) : (
        <p role="status">Loading payouts...</p>
      )}
    </>
  )
}

function Provider({ payable, mayRecord }: { payable: Payable; mayRecord: boolean }) {
  const { id, name, currency, available, owed, disputed, isSuspended, bankChange } = payable
  const money = (amount: number) => formatMoney({ amount, currency })
  const [open, setOpen] = useState(false)
  return (
    <article className={`${css.row} ${own.provider}`} aria-label={`Payout to ${name}`}>
      <h2>
        <Link to={userAddress(id)}>{name || 'No name'}</Link>
      </h2>
      <p>
        <strong>{money(available)}</strong> ready, {money(owed)} owed in total
        {disputed > 0 && `, ${money(disputed)} disputed`}
      </p>
      {isSuspended && (
        <p>
          <Chip kind="bad">Suspended</Chip> Money that wasn’t ready when they were suspended is held back
          until the suspension is lifted.
        </p>
      )}
      {bankChange && (
        <p>
          <Chip kind="warn">New bank account</Chip> Bank details changed on{' '}
          {formatInstant(bankChange.at, ownZone())}, payable from{' '}
          {formatInstant(bankChange.payableFrom, ownZone())}.
        </p>
      )}
      {mayRecord &&
        !bankChange &&
        available > 0 &&
        (open ? (
          <Record payable={payable} onClose={() => setOpen(false)} />
        ) : (
          <Button onClick={() => setOpen(true)} aria-label={`Record payout to ${name}`}>
            Record payout
          </Button>
        ))}
    </article>
  )
}

function Record({ payable: { id, available, currency }, onClose }: { payable: Payable; onClose(): void }) {
  const [amount, setAmount] = useState((available / 100).toFixed(2))
  const [reference, setReference] = useState('')
  const [problem, setProblem] = useState<{ amount?: string; reference?: string }>({})
  const { send, failure, isBusy } = useHandling(admin.call.recordPayout, 'The payout is recorded.', onClose)

  function submit(event: FormEvent) {
    event.preventDefault()
    const minor = parseAmount(amount)
    const next = {
      ...((!minor || minor > available) && {
        amount: `Please enter up to ${formatMoney({ amount: available, currency })}.`,
      }),
      ...(!reference.trim() && { reference: 'Please enter the reference of the transfer.' }),
    }
    setProblem(next)
    if (minor && !next.amount && !next.reference) send({ id, amount: minor, reference })
  }

  return (
    <form onSubmit={submit} className={own.form} noValidate>
      <TextInput
        label="Amount in rupees"
        inputMode="decimal"
        value={amount}
        error={problem.amount}
        onChange={(event) => setAmount(event.currentTarget.value)}
      />
      <TextInput
        label="Reference of the transfer"
        maxLength={120}
        autoFocus
        value={reference}
        error={problem.reference}
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
          {isBusy ? 'Saving...' : 'Save payout'}
        </Button>
      </div>
    </form>
  )
}
