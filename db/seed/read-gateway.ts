import { sql } from 'kysely'
import { DAY } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Movement } from '#/payments/server/gateway.ts'
import { takeMovements } from '#/payments/server/movements.ts'

const gateway = 'sandbox'

type Row = { kind: 'payment' | 'refund'; about: string; ref: string | null; amount: number; at: Date }

/**
 * Records the sandbox's side of the demo's payments and refunds, with its fees. Two days later it sends them to the operator's
 * bank account, so that the sandbox and the ledger agree that nothing is left there.
 */
export async function readGateway(db: Db, { now }: { now: Date }): Promise<void> {
  const { rows } = await sql<Row>`
    select t.kind, t.source_id as about, a.gateway_ref as ref, sum(e.amount)::bigint as amount, t.occurred_at as at
    from ledger_transfers t
    join ledger_entries e on e.transfer_id = t.id and e.account = 'gateway'
    left join payment_attempts a on a.id = t.source_id
    where t.kind in ('payment', 'refund') group by t.id, a.gateway_ref order by t.occurred_at, t.id
  `.execute(db)
  if (rows.length === 0) return
  const payments = rows.filter(({ kind }) => kind === 'payment')
  const movements = payments.map(({ ref, amount, at }): Movement => {
    const fee = Math.round(Number(amount) * 0.02)
    const tax = Math.round(fee * 0.18)
    return {
      ref: `demo-${ref}`,
      kind: 'payment',
      amount: Number(amount),
      fee: fee + tax,
      tax,
      currency: 'INR',
      at,
      paymentRef: ref,
      aboutRef: null,
    }
  })
  const net = new Map<number, number>()
  const count = (at: Date, amount: number) => {
    const settled = Math.min(now.getTime(), (Math.floor(at.getTime() / DAY) + 2) * DAY + DAY / 4)
    net.set(settled, (net.get(settled) ?? 0) + amount)
  }
  for (const { at, amount, fee } of movements) count(at, amount - fee)
  for (const { kind, at, amount } of rows) if (kind === 'refund') count(at, Number(amount))
  const settlements = [...net].map(
    ([at, amount], n): Movement => ({
      ref: `demo-settlement-${n}`,
      kind: 'settlement',
      amount: -amount,
      fee: 0,
      tax: 0,
      currency: 'INR',
      at: new Date(at),
      paymentRef: null,
      aboutRef: null,
    }),
  )
  await takeMovements(db, gateway, [...movements, ...settlements.filter(({ amount }) => amount !== 0)])
  for (const { kind, about, amount, at } of rows)
    if (kind === 'refund')
      // The demo's refunds have no id at the sandbox.
      await db
        .insertInto('gateway_movements')
        .values({
          id: newId(),
          gateway,
          ref: `demo-refund-${about}`,
          kind,
          amount,
          fee: 0,
          tax: 0,
          currency: 'INR',
          occurred_at: at,
          payment_ref: null,
          about_ref: null,
          about_id: about,
          nth: 1,
        })
        .execute()
  await db
    .insertInto('gateway_reads')
    .values({ gateway, read_at: now, read_to: now, currency: 'INR', balance: 0, ours: 0 })
    .execute()
}
