import { areOpenIn } from '#/booking/server/index.ts'
import { MINUTE } from '#/kernel/duration.ts'
import type { Config } from '#/kernel/server/config.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { type Purchase, refuse } from '#/packages/contract.ts'
import { minutesToPayPackage } from '#/packages/limits.ts'
import { expiryOf, singlePriceOf, unpaidLimit } from '#/packages/rules.ts'
import { isPayable, packageName } from '#/payments/rules.ts'
import { openPayment } from '#/payments/server/index.ts'
import { noteChange } from './changes.ts'
import { lapse } from './lapse.ts'
import { isBlocked } from './queries.ts'

type BuyingWork = ActorWork & { config: Pick<Config, 'TRAINING_TAX_PERCENT' | 'MAX_PAYMENT'> }
type Wanted = { offerId: string; price: number; singlePrice: number; version: number }

/**
 * Buys a package on the terms that the owner has seen. It can be used once the gateway reports its payment; a second
 * call leads to the same unpaid purchase.
 * @throws packages.not_for_sale, packages.own_offer, packages.no_owner_profile, packages.offer_changed,
 * packages.no_open_day, packages.too_many_unpaid
 */
export async function buyPackage(work: BuyingWork, wanted: Wanted): Promise<Purchase> {
  const { db, actor, now } = work
  const ownerId = actor.records['pet_owner'] ?? refuse('packages.no_owner_profile')
  // Purchases of one owner queue, so that the limit on unpaid ones holds.
  await db
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', actor.userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const offer = await db
    .selectFrom('package_offers as o')
    .innerJoin('providers as v', 'v.id', 'o.provider_id')
    .innerJoin('calendar_providers as c', 'c.provider_id', 'o.provider_id')
    .selectAll('o')
    .select(['v.price as hourly_rate', 'v.time_zone', 'v.addressed_as'])
    .where('o.id', '=', wanted.offerId)
    .where('o.withdrawn_at', 'is', null)
    .where('c.listed', '=', true)
    .where((eb) => eb.not(isBlocked(actor.userId, 'o.provider_user_id')))
    .forShare(['o'])
    .executeTakeFirst()
  if (!offer) return refuse('packages.not_for_sale')
  if (offer.provider_user_id === actor.userId) refuse('packages.own_offer')
  const { price, currency } = offer
  const seen = { price, singlePrice: singlePriceOf(offer, offer.hourly_rate), version: offer.version }
  // A new rate doesn't change the offer's version, but it does change the refund for a return.
  if (wanted.price !== price || wanted.singlePrice !== seen.singlePrice || wanted.version !== offer.version)
    refuse('packages.offer_changed', seen)
  if (!isPayable(price, work.config.MAX_PAYMENT)) refuse('packages.not_payable')
  const terms = { validFor: offer.valid_for, validUnit: offer.valid_unit }
  const span = { providerId: offer.provider_id, from: now, to: expiryOf(now, terms, offer.time_zone) }
  const [isOpen] = await areOpenIn(db, { trade: 'training', spans: [span], now })
  if (!isOpen) refuse('packages.no_open_day')
  const unpaid = await db
    .selectFrom('packages as k')
    .innerJoin('payments as p', 'p.package_id', 'k.id')
    .select([
      'k.id',
      'k.number',
      'k.offer_id',
      'k.created_at',
      'k.single_price',
      'p.id as payment_id',
      'p.pay_by',
    ])
    .where('k.pet_owner_id', '=', ownerId)
    .where('k.status', '=', 'unpaid')
    .execute()
  const open = unpaid.find((row) => row.offer_id === offer.id)
  const isSame = open && open.created_at >= offer.updated_at && open.single_price === seen.singlePrice
  if (isSame && open.pay_by! > now) return purchaseOf(open, open.payment_id, open.pay_by!)
  // Its terms have changed, or its time to pay is over.
  if (open) await lapse(work, open.id)
  else if (unpaid.length >= unpaidLimit) refuse('packages.too_many_unpaid')
  const payBy = new Date(now.getTime() + minutesToPayPackage * MINUTE)
  const bought = await db
    .insertInto('packages')
    .values({
      id: newId<'package'>(),
      offer_id: offer.id,
      pet_owner_id: ownerId,
      provider_id: offer.provider_id,
      provider_user_id: offer.provider_user_id,
      title: offer.title,
      sessions: offer.sessions,
      session_types: offer.session_types,
      minutes: offer.minutes,
      price,
      single_price: seen.singlePrice,
      currency,
      valid_for: offer.valid_for,
      valid_unit: offer.valid_unit,
      time_zone: offer.time_zone,
      status: 'unpaid',
      balance: offer.sessions,
      created_at: now,
    })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()
  const paymentId = await openPayment(work, {
    packageId: bought.id,
    payerUserId: actor.userId,
    payeeUserId: offer.provider_user_id,
    amount: price,
    currency,
    description: `${offer.title}: ${offer.sessions} sessions with ${offer.addressed_as}`.slice(0, 200),
    taxPercent: work.config.TRAINING_TAX_PERCENT,
    terms: { chargeAt: null, payBy },
    methodId: null,
  })
  await noteChange(work, { packageId: bought.id, what: 'bought', by: 'owner' })
  return purchaseOf(bought, paymentId, payBy)
}

const purchaseOf = (row: { id: string; number: string }, paymentId: string, payBy: Date): Purchase => ({
  id: row.id,
  reference: packageName(row.number),
  paymentId,
  payBy,
})
