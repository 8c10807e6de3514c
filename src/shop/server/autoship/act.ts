import { HOUR, MINUTE } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Sweep } from '#/kernel/server/jobs.ts'
import type { Log } from '#/kernel/server/log.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { trySavepoint } from '#/kernel/server/savepoint.ts'
import type { Work } from '#/kernel/server/work.ts'
import { addDays, type Day, dayOf, daysApart } from '#/kernel/time.ts'
import {
  actTime,
  autoshipZone,
  hoursLate,
  minutesSetAside,
  needsYes,
  nextDay,
  noticeDays,
  type Obstacle,
  obstacles,
} from '#/shop/autoship-rules.ts'
import { lockCart } from '#/shop/server/cart/change.ts'
import { placeGroup } from '#/shop/server/orders/place.ts'
import { needsApproval } from '#/shop/server/orders/review.ts'
import { changeStock, lockStock } from '#/shop/server/stock.ts'
import { tellNews } from './news.ts'
import { type AutoshipConfig, type AutoshipWork, hasTooManyUnpaid, type Reviewed, review } from './review.ts'
import { type AutoshipRow, moveAutoship, noteTurn } from './row.ts'

/**
 * Tells buyers about their next orders, and places those that are due. Each step is one transaction under the row's lock that sets
 * the time of the next step, so two processes or a repeat after a crash never order twice. A step that fails is undone and tried
 * again later, so that it doesn't hold up the others.
 */
export const actOnAutoships = ({ config, log }: { config: AutoshipConfig; log: Log }): Sweep => ({
  name: 'shop-act-on-autoships',
  cron: '* * * * *',
  transactions: 'batches',
  async run(work) {
    const { db, now } = work
    // One at a time, so that carts and stock of several orders are always locked in order.
    const row = await db
      .selectFrom('autoships')
      .selectAll()
      .where('act_at', '<=', now)
      .orderBy('act_at')
      .orderBy('id')
      .limit(1)
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!row) return 0
    const error = await trySavepoint(db, () => act({ ...work, config, actor: { userId: row.user_id } }, row))
    if (error) {
      const failures = row.failures + 1
      log.error({ autoship: row.id, failures, error: String(error) }, 'autoship set aside')
      await setAside(work, row, failures)
    }
    return 1
  },
})

const setAside = ({ db, now }: Work, { id }: AutoshipRow, failures: number) =>
  db
    .updateTable('autoships')
    .set({ failures, act_at: new Date(now.getTime() + minutesSetAside(failures) * MINUTE) })
    .where('id', '=', id)
    .execute()

async function act(work: AutoshipWork, row: AutoshipRow): Promise<void> {
  const { db, now } = work
  const today = dayOf(now, autoshipZone)
  // Lifting a suspension, or coming back before the account is deleted, resumes it.
  if (!(await isActive(db, row.user_id))) return postpone(work, row, tomorrow(today))
  switch (row.status) {
    case 'waiting':
      return announce(work, row, await review(work, row))
    case 'asking':
      return leaveOut(work, row, { outcome: 'skipped', why: 'price' })
    case 'announced':
      return isLate(row, now)
        ? void (await moveAutoship(work, row, { by: 'system', to: 'waiting' }))
        : orderNow(work, row)
    default:
      throw new Error(`Nothing is due for an autoship that is ${row.status}`)
  }
}

const tomorrow = (today: Day) => actTime(addDays(today, 1))

async function isActive(db: Db, userId: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select(['suspended_at', 'leaving_since'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return user.suspended_at === null && user.leaving_since === null
}

const postpone = async ({ db }: Pick<Work, 'db'>, { id }: AutoshipRow, until: Date) =>
  void (await db.updateTable('autoships').set({ act_at: until, failures: 0 }).where('id', '=', id).execute())

/** After a longer break, the buyer is told again before anything is ordered. */
function isLate({ next_on, obstacle }: AutoshipRow, now: Date): boolean {
  const patience = hoursLate + (obstacle ? obstacles[obstacle as Obstacle].days * 24 : 0)
  return now.getTime() - actTime(next_on).getTime() > patience * HOUR
}

/** Tells the buyer the price of the next order at least three days before, and asks if it has risen too much. */
async function announce(work: AutoshipWork, row: AutoshipRow, found: Reviewed): Promise<void> {
  if (found.obstacle && obstacles[found.obstacle].days === 0) return pause(work, row, found.obstacle)
  // A seller who can't sell now may be back by then. The price is told once they are.
  if (found.obstacle) return retry(work, row, found.obstacle)
  const { price, total, payment, isInStock } = found
  const soonest = addDays(dayOf(work.now, autoshipZone), noticeDays)
  const nextOn = row.next_on > soonest ? row.next_on : soonest
  const to = needsYes(row.agreed_price, price) ? ('asking' as const) : ('announced' as const)
  const sequence = await moveAutoship(work, row, { by: 'system', to, nextOn, told: { price, total } })
  await tellNews(work, row, {
    sequence,
    kind: to,
    on: nextOn,
    price,
    total,
    agreed: row.agreed_price,
    isInStock,
    pays: payment.by === 'link' ? (payment.instead ? `${payment.instead}_gone` : 'link') : payment.by,
  })
}

async function pause(work: AutoshipWork, row: AutoshipRow, why: Obstacle): Promise<void> {
  const sequence = await moveAutoship(work, row, { by: 'system', to: 'paused', obstacle: why })
  await tellNews(work, row, { sequence, kind: 'paused', why })
}

/** Tries again tomorrow, for as long as the obstacle's rule says. The buyer is told once. */
async function retry(work: AutoshipWork, row: AutoshipRow, why: Obstacle): Promise<void> {
  const { now } = work
  const today = dayOf(now, autoshipZone)
  const { days, after } = obstacles[why]
  if (daysApart(row.next_on, today) >= days)
    return after === 'paused' ? pause(work, row, why) : leaveOut(work, row, { outcome: 'missed', why })
  if (row.status !== 'announced') return postpone(work, row, tomorrow(today))
  const isTold = row.obstacle === why
  const sequence = await moveAutoship(work, row, {
    by: 'system',
    to: 'announced',
    obstacle: why,
    set: { act_at: tomorrow(today) },
  })
  if (!isTold) await tellNews(work, row, { sequence, kind: 'retry', why, until: addDays(row.next_on, days) })
}

type LeftOut = { outcome: 'skipped' | 'missed'; why: Obstacle | 'price' }

async function leaveOut(work: AutoshipWork, row: AutoshipRow, { outcome, why }: LeftOut): Promise<void> {
  const nextOn = nextDay({ dueOn: row.next_on, weeks: row.weeks, today: dayOf(work.now, autoshipZone) })
  await noteTurn(work, { row, outcome })
  const sequence = await moveAutoship(work, row, { by: 'system', to: 'waiting', nextOn })
  await tellNews(work, row, { sequence, kind: 'missed', why, on: row.next_on, next: nextOn })
}

/** Places the order at today's price, which is never more than its buyer was told. */
async function orderNow(work: AutoshipWork, row: AutoshipRow): Promise<void> {
  const { db, now } = work
  await lockCart(work)
  if (row.variant_id) await lockStock(db, [row.variant_id])
  const found = await review(work, row)
  if (found.obstacle && obstacles[found.obstacle].days === 0) return pause(work, row, found.obstacle)
  if (found.obstacle) return retry(work, row, found.obstacle)
  // Delivery is free above an amount, so a lower price can cost more in all.
  if (found.price > row.told_price! || found.total > row.told_total!) return announce(work, row, found)
  if (!found.isInStock) return retry(work, row, 'stock')
  if (await hasTooManyUnpaid(work)) return retry(work, row, 'unpaid_orders')
  if (found.payment.by === 'cash' && found.payment.standing.problem === 'first')
    return retry(work, row, 'first_cash')
  await changeStock(db, [{ variantId: row.variant_id!, delta: -row.quantity }], { reason: 'ordered', now })
  const { parcel, payment } = found
  const { id: orderId } = await placeGroup(work, {
    wanted: {
      checkoutId: newId<'checkout'>(),
      gstin: null,
      pays: payment.by === 'cash' ? 'cash' : 'online',
      address: {
        name: row.address_name,
        phone: row.phone,
        line: row.line,
        city: row.city,
        state: row.state as never,
        pin: row.pin,
      },
    },
    group: [parcel],
    position: 0,
    phoneKey: payment.by === 'cash' ? payment.standing.phoneKey : null,
    prescriptions: new Map(needsApproval(parcel) ? [[row.variant_id!, row.prescription_id!] as const] : []),
    ...(payment.by !== 'cash' && {
      payment: { ...payment.terms, methodId: payment.by === 'method' ? payment.methodId : null },
    }),
  })
  await noteTurn(work, { row, outcome: 'ordered', orderId })
  const nextOn = nextDay({ dueOn: row.next_on, weeks: row.weeks, today: dayOf(now, autoshipZone) })
  const sequence = await moveAutoship(work, row, { by: 'system', to: 'waiting', nextOn })
  // Cash orders, and those that a pharmacist checks, have notices of their own.
  if (payment.by === 'link' && !needsApproval(parcel))
    await tellNews(work, row, {
      sequence,
      kind: 'to_pay',
      orderId,
      total: found.total,
      payBy: payment.terms.payBy.toISOString(),
      instead: payment.instead,
    })
}
