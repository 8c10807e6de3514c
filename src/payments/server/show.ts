import { sql } from 'kysely'
import { pageSize } from '#/kernel/fields.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Earning, Payment } from '#/payments/contract.ts'
import { isPaid, methodLabel, orderName, packageName, type RefundStatus } from '#/payments/rules.ts'
import { isSameMoney } from './ledger.ts'
import { isPausedPayment } from './queries.ts'

type RefundJson = {
  id: string
  amount: number
  reason: string
  status: RefundStatus
  at: string
  attempt: string
}

function selectPayments(db: Db) {
  return db
    .selectFrom('payments as p')
    .leftJoin('charges as c', (join) =>
      join.onRef('c.payment_id', '=', 'p.id').on('c.charge_status', '=', 'pending'),
    )
    .leftJoin('payment_methods as m', 'm.id', 'c.payment_method_id')
    .leftJoin('booking_parties as b', (join) =>
      join.onRef('b.booking_id', '=', 'p.appointment_id').on('b.side', '=', 'owner'),
    )
    .leftJoin('packages as k', 'k.id', 'p.package_id')
    .leftJoin('providers as seller', 'seller.id', 'k.provider_id')
    .leftJoin('orders as o', 'o.id', 'p.order_id')
    .leftJoin('pets as pet', 'pet.id', 'b.pet_id')
    .select([
      'o.id as order_id',
      'o.number as order_number',
      'k.id as package_id',
      'k.number as package_number',
      'seller.addressed_as as seller_name',
      'b.addressed_as',
      'b.starts_at',
      'b.time_zone',
      'b.is_online',
      'pet.name as pet_name',
      'p.id',
      'p.appointment_id',
      'p.description',
      'p.amount',
      'p.currency',
      'p.status',
      'p.method_label',
      'p.gateway',
      'p.failure',
      'p.pay_by',
      'p.closed_at',
      'p.receipt_number',
      'p.completed_at',
      'p.created_at',
      'c.due_at',
      'm.method_type',
      'm.card_brand',
      'm.card_last_four',
      'm.upi_id',
    ])
    .select([
      isPausedPayment.as('is_paused'),
      sql<RefundJson[]>`coalesce((
        select json_agg(json_build_object('id', r.id, 'amount', r.amount, 'reason', r.reason, 'status', r.status,
          'at', r.created_at, 'attempt', r.attempt_id) order by r.created_at)
        from refunds r where r.payment_id = p.id and r.status <> 'returned' and not r.waits), '[]')`.as(
        'refunds',
      ),
      sql<{ id: string; captured: number } | null>`(
        select json_build_object('id', t.id, 'captured', t.captured) from payment_attempts t
        where t.payment_id = p.id and t.status = 'succeeded' order by t.settled_at limit 1)`.as('paid'),
      sql<boolean>`exists (select from payment_disputes d where d.payment_id = p.id and d.status = 'open')`.as(
        'is_disputed',
      ),
    ])
}

type PaymentRow = Awaited<ReturnType<ReturnType<typeof selectPayments>['executeTakeFirstOrThrow']>>

type OfVisit = { pet_name: string | null; starts_at: Date | null; time_zone: string | null }
const visitOf = ({ pet_name: pet, starts_at: startsAt, time_zone: timeZone }: OfVisit) =>
  startsAt && timeZone ? { pet, startsAt, timeZone } : null

function showPayment(row: PaymentRow, now: Date): Payment {
  const { currency } = row
  const status = row.status
  const visit = visitOf(row)
  const isWaiting = !isPaid(status) && !row.closed_at && (!row.pay_by || now < row.pay_by)
  const isPaused = isWaiting && status !== 'pending' && row.is_paused
  return {
    id: row.id,
    appointmentId: row.appointment_id,
    description: row.description,
    visit: visit && { with: row.addressed_as!, isOnline: row.is_online === true, ...visit },
    package: row.package_id
      ? {
          id: row.package_id,
          reference: packageName(row.package_number!),
          with: row.seller_name!,
        }
      : null,
    order: row.order_id ? { id: row.order_id, reference: orderName(row.order_number!) } : null,
    amount: { amount: row.amount, currency },
    paid: row.paid && { amount: row.paid.captured, currency },
    status,
    method: row.method_label,
    isSandbox: row.gateway === 'sandbox',
    failure: row.failure,
    payBy: row.pay_by,
    charge: row.due_at && {
      at: row.due_at,
      method:
        row.method_type &&
        methodLabel({
          methodType: row.method_type,
          cardBrand: row.card_brand,
          cardLastFour: row.card_last_four,
          upiId: row.upi_id,
        }),
    },
    isOpen: isWaiting && !isPaused,
    isPaused,
    isDisputed: row.is_disputed,
    receiptNumber: row.receipt_number === null ? null : String(row.receipt_number),
    completedAt: row.completed_at,
    createdAt: row.created_at,
    refunds: row.refunds.map(({ id, amount, reason, status: refundStatus, at, attempt }) => ({
      id: id as Payment['refunds'][number]['id'],
      amount: { amount, currency },
      reason,
      isOfAnother: attempt !== row.paid?.id,
      status: refundStatus,
      at: new Date(at),
    })),
  }
}

export async function findPayment(
  db: Db,
  userId: string,
  id: string,
  now: Date,
): Promise<Payment | undefined> {
  const row = await selectPayments(db)
    .where('p.id', '=', id)
    .where('p.payer_user_id', '=', userId)
    .executeTakeFirst()
  return row && showPayment(row, now)
}

/** Lists a user's payments, newest first, without those closed unpaid. */
export async function listPayments(
  db: Db,
  userId: string,
  { cursor, only }: { cursor?: string | undefined; only?: 'receipts' | undefined },
  now: Date,
) {
  let query = selectPayments(db)
    .where('p.payer_user_id', '=', userId)
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(pageSize + 1)
  query = only
    ? query.where('p.completed_at', 'is not', null)
    : query.where((eb) => eb.or([eb('p.closed_at', 'is', null), eb('p.status', '<>', 'created')]))
  const after = readCursor(cursor, ['date', 'uuid'])
  if (after)
    query = query.where(sql<boolean>`(p.created_at, p.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`)
  const rows = await query.execute()
  return toPage(rows, {
    keyOf: (row) => [row.created_at.toISOString(), row.id],
    show: (row) => showPayment(row, now),
  })
}

/** Lists the payments to a provider, newest first. Late payments are refunded and never become the provider's. */
export async function listEarnings(
  db: Db,
  userId: string,
  { gateway, id, cursor }: { gateway: string; id?: string | undefined; cursor?: string | undefined },
) {
  let query = db
    .selectFrom('payments as p')
    .innerJoin('users as payer', 'payer.id', 'p.payer_user_id')
    .leftJoin('booking_parties as b', (join) =>
      join.onRef('b.booking_id', '=', 'p.appointment_id').on('b.side', '=', 'provider'),
    )
    .leftJoin('packages as k', 'k.id', 'p.package_id')
    .leftJoin('pets as pet', 'pet.id', 'b.pet_id')
    .where('p.payee_user_id', '=', userId)
    .where('p.completed_at', 'is not', null)
    .where(isSameMoney(sql`p.gateway`, gateway))
    .where(
      sql<boolean>`exists (select from ledger_transfers t where t.payment_id = p.id and t.kind = 'charge')`,
    )
    .select([
      'p.id',
      'p.description',
      'p.amount',
      'p.currency',
      'p.completed_at',
      'p.payable_from',
      'payer.erased_at as payer_erased_at',
      'b.starts_at',
      'b.time_zone',
      'k.number as package_number',
    ])
    .select([
      sql<string>`known_name(p.payee_user_id, payer.id, payer.name)`.as('payer_name'),
      sql<string | null>`known_pet_name(p.payee_user_id, payer.id, pet.id, pet.name)`.as('pet_name'),
      sql<string>`coalesce((
        select sum(e.amount) from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
        where t.payment_id = p.id and t.kind = 'borne'
          and e.account = 'payable' and e.user_id = p.payee_user_id), 0)`.as('refunded'),
      sql<boolean>`exists (select from payment_disputes d where d.payment_id = p.id and d.status = 'lost')`.as(
        'is_taken_back',
      ),
      sql<boolean>`exists (select from payment_disputes d where d.payment_id = p.id and d.status = 'open')`.as(
        'is_disputed',
      ),
    ])
    .orderBy('p.completed_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(pageSize + 1)
  if (id) query = query.where('p.id', '=', id)
  const after = readCursor(cursor, ['date', 'uuid'])
  if (after)
    query = query.where(sql<boolean>`(p.completed_at, p.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`)
  const rows = await query.execute()
  return toPage(rows, {
    keyOf: (row) => [row.completed_at!.toISOString(), row.id],
    show: (row): Earning => ({
      id: row.id,
      description: row.description,
      visit: visitOf(row),
      packageReference: row.package_number === null ? null : packageName(row.package_number),
      payerName: row.payer_erased_at ? 'Former user' : row.payer_name || 'Pet owner',
      amount: { amount: row.amount, currency: row.currency },
      refunded: { amount: Number(row.refunded), currency: row.currency },
      isTakenBack: row.is_taken_back,
      isDisputed: row.is_disputed,
      completedAt: row.completed_at!,
      payableFrom: row.payable_from,
    }),
  })
}
