import { sql } from 'kysely'
import { HOUR } from '#/kernel/duration.ts'
import type { Config } from '#/kernel/server/config.ts'
import type { PersonWork } from '#/kernel/server/work.ts'
import { chargeHoursBefore, chargeHoursOf, isPayable, type Terms } from '#/payments/rules.ts'
import { gatewayIn, isUsableMethod } from '#/payments/server/index.ts'
import { hoursToPayAutoship, type Obstacle, type WayToPayAutoship } from '#/shop/autoship-rules.ts'
import { type CashProblem, maySubscribe, mostInCash, mostUnpaidOrders } from '#/shop/rules.ts'
import { type CashStanding, cashStanding } from '#/shop/server/orders/cash.ts'
import type { ShopConfig } from '#/shop/server/orders/checkout.ts'
import { countUnpaid } from '#/shop/server/orders/place.ts'
import { obstacleOf, type Parcel, priceParcels, readOneRow } from '#/shop/server/orders/review.ts'
import { reviewChoices } from '#/shop/server/prescriptions/choose.ts'
import { todayOf } from '#/shop/server/today.ts'
import type { StateCode } from '#/shop/states.ts'

export type AutoshipConfig = ShopConfig &
  Pick<Config, 'PAYMENT_GATEWAY' | 'RAZORPAY_RECURRING' | 'STRIPE_RECURRING'>
export type AutoshipWork = PersonWork & { config: AutoshipConfig }

/** A row of `autoships`, or its buyer's changes to one. */
export type Wanted = {
  variant_id: string | null
  quantity: number
  pays: WayToPayAutoship
  payment_method_id: string | null
  prescription_id: string | null
  state: string
  pin: string
}

export type Reviewed =
  | { obstacle: Obstacle }
  | { obstacle: null; isInStock: boolean; price: number; total: number; parcel: Parcel; payment: Paying }

/** The payment of an order. `link`: its buyer pays by hand, `instead` of their choice if that isn't possible. */
export type Paying =
  | { by: 'cash'; standing: CashStanding }
  | { by: 'method'; methodId: string; terms: Terms }
  | { by: 'link'; terms: Terms; instead: 'cash' | 'method' | 'most' | null }

/**
 * Prices the next order as of now, and looks for what stands in its way. Stock is only reported, because it may come back.
 * Before ordering, call it with the cart and the stock locked.
 */
export async function review(work: AutoshipWork, wanted: Wanted): Promise<Reviewed> {
  const { db, actor, config } = work
  const today = todayOf(work)
  const variantId = wanted.variant_id
  const offer = variantId ? await findOffer(work, variantId) : undefined
  const row = variantId
    ? await readOneRow(db, { userId: actor.userId, variantId, quantity: wanted.quantity })
    : undefined
  if (!offer || !row) return { obstacle: 'gone' }
  const problem = obstacleOf(row, { userId: actor.userId, pin: wanted.pin, today })
  if (problem?.kind === 'seller' || problem?.kind === 'pin') return { obstacle: problem.kind }
  // The buyer needs another product.
  if (problem?.kind === 'closed') return { obstacle: 'gone' }
  if (problem?.kind === 'gone' && offer.isHidden) return { obstacle: 'hidden' }
  // The seller may get fresh stock, as after a size was sold out.
  const isStale = problem?.kind === 'best_before'
  if ((problem && !isStale) || !maySubscribe(offer.category)) return { obstacle: 'gone' }
  if (row.needsPrescription) {
    const found = await obstacleOfRefill(work, row, wanted.prescription_id)
    if (found) return { obstacle: found }
  }
  const priced = (pays: 'cash' | 'online') =>
    priceParcels([{ row, quantity: wanted.quantity }], { state: wanted.state as StateCode, pays })[0]!
  const cash = priced('cash')
  const standing = wanted.pays === 'cash' ? await cashStanding(work) : null
  const isCash = standing !== null && !lastingOf(standing.problem) && cash.total <= mostInCash
  const parcel = isCash ? cash : priced('online')
  if (!isCash && !isPayable(parcel.total, config.MAX_PAYMENT)) return { obstacle: 'total' }
  return {
    obstacle: null,
    isInStock: !isStale && offer.stock >= wanted.quantity,
    price: row.price,
    total: parcel.total,
    parcel,
    payment: isCash ? { by: 'cash', standing } : await payingOf(work, wanted, parcel.total),
  }
}

/** Returns what keeps somebody from paying in cash also after their open orders have arrived. */
export const lastingOf = (problem: CashProblem | null): CashProblem | null =>
  problem === 'first' || problem === 'cancelled' ? null : problem

/** Tells whether somebody has as many unpaid orders as they may have; call it with the cart locked. */
export const hasTooManyUnpaid = async ({ db, actor }: PersonWork): Promise<boolean> =>
  (await countUnpaid(db, actor.userId)) >= mostUnpaidOrders

/** Saved methods are charged at once, with the time that a bank takes to announce it added to the time to pay. */
async function payingOf(
  { db, actor, now, config }: AutoshipWork,
  wanted: Wanted,
  total: number,
): Promise<Paying> {
  const gateway = gatewayIn(config)
  const hours = chargeHoursOf(gateway.charging, total)
  const termsIn = (notice: number, chargeAt: Date | null): Terms => ({
    chargeAt,
    payBy: new Date(now.getTime() + (hoursToPayAutoship + notice) * HOUR),
  })
  if (wanted.pays !== 'method')
    return { by: 'link', terms: termsIn(0, null), instead: wanted.pays === 'cash' ? 'cash' : null }
  const methodId = wanted.payment_method_id
  const isUsable = methodId !== null && (await isUsableMethod(db, gateway, actor.userId, methodId))
  if (!isUsable) return { by: 'link', terms: termsIn(0, null), instead: 'method' }
  if (hours === null) return { by: 'link', terms: termsIn(0, null), instead: 'most' }
  return { by: 'method', methodId, terms: termsIn(hours - chargeHoursBefore, now) }
}

type Offer = { stock: number; isHidden: boolean; category: Parameters<typeof maySubscribe>[0] }

async function findOffer({ db }: PersonWork, variantId: string): Promise<Offer | undefined> {
  const { rows } = await sql<Offer>`
    select v.stock, p.hidden_at is not null as "isHidden", p.category
      from product_variants v join products p on p.id = v.product_id where v.id = ${variantId}
  `.execute(db)
  return rows[0]
}

type Medicine = { variantId: string; productId: string }

/** Returns why a medicine can't be ordered on this prescription; null if it can. */
export async function obstacleOfRefill(
  work: PersonWork,
  { variantId, productId }: Medicine,
  prescriptionId: string | null,
): Promise<Obstacle | null> {
  if (!prescriptionId) return 'prescription'
  const given = await work.db
    .selectFrom('given_prescriptions')
    .select(['pet_id', 'valid_until'])
    .where('id', '=', prescriptionId)
    .where('user_id', '=', work.actor.userId)
    .executeTakeFirst()
  if (!given?.pet_id) return 'prescription'
  const { problems } = await reviewChoices(work, {
    medicines: [{ variantId, productId }],
    choices: [
      {
        variantId: variantId as never,
        petId: given.pet_id as never,
        from: { kind: 'given', id: prescriptionId as never },
      },
    ],
  })
  const kind = problems[0]?.kind
  return kind === undefined ? null : kind === 'expired' || kind === 'refills' ? kind : 'prescription'
}
