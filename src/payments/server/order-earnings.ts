import { sql } from 'kysely'
import { pageSize } from '#/kernel/fields.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { OrderEarning } from '#/payments/contract.ts'
import { orderName } from '#/payments/rules.ts'
import { isSameMoney, leftOfPart } from './ledger.ts'
import { refundedOfPart } from './payees.ts'

type Row = {
  id: string
  order_id: string
  number: number
  amount: number
  earned: string
  refunded: number
  currency: string
  completed_at: Date
  payable_from: Date | null
  is_disputed: boolean
}

/** Lists what the caller earns by each order that was paid through us, the latest order first. Part ids rise with time. */
export async function listOrderEarnings(
  db: Db,
  userId: string,
  { gateway, cursor }: { gateway: string; cursor: string | undefined },
) {
  const after = readCursor(cursor, ['uuid'])
  const { rows } = await sql<Row>`
    select part.id, o.id as order_id, o.number, part.amount, greatest(0, ${leftOfPart}) as earned,
        ${refundedOfPart('part.id')} as refunded, p.currency, p.completed_at, part.payable_from,
        exists (select from payment_disputes d
          where d.payment_id = p.id and d.status = 'open' and coalesce(d.part_id, part.id) = part.id) as is_disputed
      from payment_parts part join payments p on p.id = part.payment_id join orders o on o.id = p.order_id
     where part.payee_user_id = ${userId} and p.completed_at is not null and ${isSameMoney(sql`p.gateway`, gateway)}
       and exists (select from ledger_transfers t where t.payment_id = p.id and t.kind = 'charge')
       and ${after ? sql`part.id < ${after[0]}::uuid` : sql`true`}
     order by part.id desc limit ${pageSize + 1}
  `.execute(db)
  return toPage(rows, {
    keyOf: ({ id }) => [id],
    show: ({ currency, ...row }): OrderEarning => ({
      id: row.id as never,
      order: { id: row.order_id as never, reference: orderName(row.number) },
      amount: { amount: row.amount, currency },
      earned: { amount: Number(row.earned), currency },
      refunded: { amount: row.refunded, currency },
      isDisputed: row.is_disputed,
      completedAt: row.completed_at,
      payableFrom: row.payable_from,
    }),
  })
}
