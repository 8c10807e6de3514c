import { sql } from 'kysely'
import { pageSize } from '#/kernel/fields.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { MoneyBack, MoneyBackFilter } from '#/payments/desk.ts'
import { orderName, packageName, receiptName } from '#/payments/rules.ts'

type Row = {
  kind: MoneyBack['kind']
  id: string
  at: Date
  amount: number
  currency: string
  status: MoneyBack['status']
  reason: string | null
  by_desk: boolean
  is_stuck: boolean
  failure: string | null
  paid_by_hand: string | null
  settled_at: Date | null
  appointment_id: string | null
  package_number: string | null
  order_number: string | null
  receipt_number: string | null
  gateway: string
  payer_id: string
  payer_name: string
  payee_id: string
  payee_name: string
}

const refunds = sql`select 'refund' as kind, id, created_at as at, amount, status, reason, admin_id is not null as by_desk,
  status = 'failed' and handed_over_at is not null as is_stuck, failure, paid_by_hand,
  settled_at, payment_id, attempt_id, part_id from refunds where not waits`
const disputes = sql`select 'dispute' as kind, id, opened_at as at, amount, status, null as reason, false as by_desk,
  false as is_stuck, null as failure, null as paid_by_hand,
  settled_at, payment_id, attempt_id, part_id from payment_disputes`

const sources: Readonly<Record<MoneyBackFilter, ReturnType<typeof sql>>> = {
  all: sql`${refunds} and status <> 'returned' union all ${disputes}`,
  refunds: sql`${refunds} and status <> 'returned'`,
  waiting: sql`${refunds} and status in ('pending', 'failed')`,
  stuck: sql`${refunds} and status = 'failed' and handed_over_at is not null`,
  disputes,
  open_disputes: sql`${disputes} where status = 'open'`,
}

/** Lists all refunds and disputes, newest first. */
export async function listMoneyBack(
  db: Db,
  { show, cursor }: { show: MoneyBackFilter; cursor?: string | undefined },
) {
  const [at, id] = readCursor(cursor, ['date', 'uuid']) ?? []
  const { rows } = await sql<Row>`
    select m.*, p.currency, p.appointment_id, k.number as package_number, o.number as order_number, p.receipt_number, t.gateway,
      payer.id as payer_id, payer.name as payer_name, coalesce(p.payee_user_id, sold.seller_user_id) as payee_id,
      coalesce(booking.addressed_as, seller.addressed_as, sold.seller_name) as payee_name
    from (${sources[show]}) m
    join payments p on p.id = m.payment_id
    join payment_attempts t on t.id = m.attempt_id
    join users payer on payer.id = p.payer_user_id
    -- Providers appear under their verified names, as owners know them.
    left join booking_parties booking on booking.booking_id = p.appointment_id and booking.side = 'owner'
    left join packages k on k.id = p.package_id
    left join providers seller on seller.id = k.provider_id
    left join orders o on o.id = p.order_id
    -- An order's first seller, unless the refund is for the part of another one.
    left join lateral (
      select s.seller_user_id, s.seller_name from order_parts s
      where s.order_id = p.order_id order by s.id = m.part_id desc nulls last, s.position limit 1) sold on true
    ${at === undefined ? sql`` : sql`where (m.at, m.id) < (${at}::timestamptz, ${id}::uuid)`}
    order by m.at desc, m.id desc limit ${pageSize + 1}
  `.execute(db)
  return toPage(rows, {
    keyOf: (row) => [row.at.toISOString(), row.id],
    show: (row): MoneyBack => ({
      kind: row.kind,
      id: row.id,
      at: row.at,
      amount: row.amount,
      currency: row.currency,
      status: row.status,
      reason: row.reason,
      byDesk: row.by_desk,
      isStuck: row.is_stuck,
      failure: row.failure,
      paidByHand: row.paid_by_hand,
      settledAt: row.settled_at,
      appointmentId: row.appointment_id as MoneyBack['appointmentId'],
      packageReference: row.package_number === null ? null : packageName(String(row.package_number)),
      orderReference: row.order_number === null ? null : orderName(row.order_number),
      receiptNumber: row.receipt_number === null ? null : receiptName(String(row.receipt_number)),
      isSandbox: row.gateway === 'sandbox',
      payer: { id: row.payer_id as MoneyBack['payer']['id'], name: row.payer_name },
      payee: { id: row.payee_id as MoneyBack['payee']['id'], name: row.payee_name },
    }),
  })
}
