import { sql } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import { withRecord } from '#/kernel/linked-record.ts'
import { formatMoney } from '#/kernel/money.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Work } from '#/kernel/server/work.ts'
import { notify } from '#/notifications/server/index.ts'
import { type Payouts, refuse } from '#/payments/contract.ts'
import type { Payable } from '#/payments/desk.ts'
import { currency, type GatewayName } from '#/payments/rules.ts'
import { type Balance, balances, isSameMoney, post } from './ledger.ts'
import { visitsOfPayouts } from './payout-visits.ts'

const shown = 50

/** Leaves out what a payer's bank may keep. */
const readyOf = ({ available, withheld }: Balance) => Math.max(0, available - withheld)

type Now = { gateway: string; now: Date }

export async function findPayouts(db: Db, userId: string, at: Now): Promise<Payouts> {
  const [balance, rows, visits] = await Promise.all([
    balanceOf(db, userId, at),
    db
      .selectFrom('payouts')
      .select(['id', 'amount', 'currency', 'reference', 'paid_at'])
      .where('user_id', '=', userId)
      .where(isSameMoney(sql`gateway`, at.gateway))
      .orderBy('paid_at', 'desc')
      .orderBy('id', 'desc')
      .limit(shown)
      .execute(),
    visitsOfPayouts(db, userId, at.gateway),
  ])
  return {
    currency,
    ...balance,
    // Disputed money isn't owed while the bank decides.
    owed: balance.owed - balance.disputed,
    available: readyOf(balance),
    payouts: rows.map((row) => ({
      id: row.id,
      amount: { amount: row.amount, currency: row.currency },
      reference: row.reference,
      paidAt: row.paid_at,
      ...(visits.get(row.id) ?? { visits: [], visitCount: 0 }),
    })),
  }
}

/** Lists providers with money ready, highest first, and suspended providers who are owed money. */
export async function listPayable(db: Db, at: Now): Promise<Payable[]> {
  const ready = (await balances(db, { currency, ...at })).filter(
    (balance) => readyOf(balance) > 0 || (balance.isSuspended && balance.owed > 0),
  )
  if (ready.length === 0) return []
  const people = await namesOf(
    db,
    ready.map(({ userId }) => userId),
  )
  const names = new Map(people.map(({ id, name }) => [id, name]))
  return ready
    .map((balance) => ({
      id: balance.userId as Payable['id'],
      name: names.get(balance.userId) ?? '',
      currency,
      available: readyOf(balance),
      owed: balance.owed,
      disputed: balance.disputed,
      isSuspended: balance.isSuspended,
    }))
    .sort((a, b) => b.available - a.available)
}

/** Returns what we owe to each of these providers, and what is ready to be paid out, in minor units. */
export async function owedTo(db: Db, userIds: readonly string[], at: Now) {
  const owed = await balances(db, { currency, ...at, userIds })
  return new Map(
    owed.map((balance) => [
      balance.userId,
      { owed: balance.owed - balance.disputed, ready: readyOf(balance) },
    ]),
  )
}

/** Returns verified names: nobody is paid under a name that they can edit. */
async function namesOf(db: Db, userIds: string[]): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, latest.addressed_as as name
    from users u cross join lateral (
      select coalesce(b.addressed_as, seller.addressed_as, sold.name) as addressed_as
      from payments p
      left join booking_parties b on b.booking_id = p.appointment_id and b.side = 'owner'
      left join packages k on k.id = p.package_id
      left join providers seller on seller.id = k.provider_id
      left join lateral (select min(s.name) as name from sellers s where s.user_id = u.id) sold on p.order_id is not null
      where (p.payee_user_id = u.id or p.id in (select part.payment_id from payment_parts part where part.payee_user_id = u.id))
        and p.completed_at is not null order by p.completed_at desc limit 1) latest
    where u.id = any(${userIds}::uuid[])
  `.execute(db)
  return rows
}

const nothing: Balance = {
  owed: 0,
  available: 0,
  disputed: 0,
  withheld: 0,
  paidOut: 0,
  isSuspended: false,
}

async function balanceOf(db: Db, userId: string, at: Now): Promise<Balance> {
  const [balance = nothing] = await balances(db, { currency, ...at, userIds: [userId] })
  const { owed, available, disputed, withheld, paidOut, isSuspended } = balance
  return { owed, available, disputed, withheld, paidOut, isSuspended }
}

/**
 * Records a transfer that the operator made to a provider, by its reference. Two administrators at once can't pay out more
 * than is ready.
 * @throws payments.nothing_ready
 */
export async function recordPayout(
  work: Work,
  {
    userId,
    amount,
    reference,
    gateway,
  }: { userId: string; amount: number; reference: string; gateway: GatewayName },
): Promise<string> {
  const { db, now } = work
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user) return refuseRequest('request.not_found')
  if (amount > readyOf(await balanceOf(db, userId, { gateway, now }))) refuse('payments.nothing_ready')
  const id = newId<'payout'>()
  await db
    .insertInto('payouts')
    .values({ id, user_id: userId, amount, currency, reference, gateway, paid_at: now, created_at: now })
    .execute()
  await post(db, {
    kind: 'payout',
    sourceId: id,
    paymentId: null,
    gateway,
    amount,
    currency,
    debit: { account: 'payable', userId },
    credit: { account: 'bank' },
    at: now,
  })
  await notify(work, {
    type: 'payout_sent',
    userId,
    title: 'Payout on its way',
    message: `${formatMoney({ amount, currency })} was sent to you. Reference: ${reference}.`,
    source: `payments.payout:${id}`,
    href: withRecord('/payments?tab=payouts', id),
  })
  return id
}
