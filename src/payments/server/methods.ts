import { sql } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { ActorWork, Work } from '#/kernel/server/work.ts'
import { type Method, refuse } from '#/payments/contract.ts'
import type { MethodReplaced, MethodToForget } from '#/payments/events.ts'
import { type MethodType, maskUpi } from '#/payments/rules.ts'
import type { GatewayOffer, SetupSeen } from './gateway.ts'

const mostMethods = 10

/** Lists the saved methods; those saved with another gateway aren't usable. */
export async function listMethods(db: Db, gateway: GatewayOffer, userId: string): Promise<Method[]> {
  const rows = await db
    .selectFrom('payment_methods as m')
    .where('m.user_id', '=', userId)
    .where('m.removed_at', 'is', null)
    .select([
      'm.id',
      'm.method_type',
      'm.card_brand',
      'm.card_last_four',
      'm.upi_id',
      'm.is_default',
      'm.gateway',
    ])
    .select((eb) =>
      eb
        .selectFrom('charges as c')
        .whereRef('c.payment_method_id', '=', 'm.id')
        .where('c.charge_status', '=', 'pending')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('charges'),
    )
    .orderBy('m.is_default', 'desc')
    .orderBy('m.created_at', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    methodType: row.method_type,
    cardBrand: row.card_brand,
    cardLastFour: row.card_last_four,
    upiId: row.upi_id && maskUpi(row.upi_id),
    isDefault: row.is_default,
    charges: Number(row.charges),
    isUsable: isUsable(gateway, row),
  }))
}

/** Only the gateway that saved a method can charge it. */
const isUsable = (offer: GatewayOffer, { gateway }: { gateway: string }) =>
  offer.chargesByItself && gateway === offer.name

/**
 * Checks that this is the user's own saved method and can be charged automatically. `isLocked`: it can't be removed before
 * the transaction ends.
 */
export async function isUsableMethod(
  db: Db,
  gateway: GatewayOffer,
  userId: string,
  methodId: string,
  { isLocked = false } = {},
): Promise<boolean> {
  const method = await selectOwn(db, userId, methodId)
    .$if(isLocked, (query) => query.forShare())
    .executeTakeFirst()
  return method !== undefined && isUsable(gateway, method)
}

const findOwn = (db: Db, userId: string, methodId: string) =>
  selectOwn(db, userId, methodId).executeTakeFirst()

function selectOwn(db: Db, userId: string, methodId: string) {
  return db
    .selectFrom('payment_methods')
    .select(['id', 'is_default', 'gateway', 'gateway_ref'])
    .where('id', '=', methodId)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
}

/** Serializes changes to a user's methods, so that exactly one is the default. */
async function lockMethodsOf(db: Db, userId: string): Promise<void> {
  await sql`select from users where id = ${userId} for no key update`.execute(db)
}

type NewSetup = { methodType: MethodType; upiId?: string | undefined }

/** Starts saving a method, and returns our path that redirects to the gateway's page. */
export async function startSetup(work: ActorWork, gateway: GatewayOffer, setup: NewSetup): Promise<string> {
  const { db, actor, now } = work
  if (!gateway.methods.includes(setup.methodType)) refuse('payments.method_not_offered')
  if ((await listMethods(db, gateway, actor.userId)).length >= mostMethods)
    refuse('payments.too_many_methods')
  const id = newId<'payment setup'>()
  await db
    .insertInto('payment_setups')
    .values({
      id,
      user_id: actor.userId,
      method_type: setup.methodType,
      upi_id: setup.upiId ?? null,
      gateway: gateway.name,
      status: 'open',
      created_at: now,
    })
    .execute()
  return wayToSetup(id)
}

export const wayToSetup = (setupId: string) => `/pay/methods/${setupId}`

/** Saves the method once the gateway confirms it; the first one becomes the default. */
export async function settleSetup(
  { db, now }: Work,
  gateway: GatewayOffer,
  setupId: string,
  seen: SetupSeen,
): Promise<void> {
  const setup = await db
    .selectFrom('payment_setups')
    .selectAll()
    .where('id', '=', setupId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (setup?.status !== 'open') return
  const change = { looked_at: now, gateway_ref: seen.ref }
  if (seen.state !== 'done' || !seen.method) {
    const status = seen.state === 'failed' ? 'failed' : 'open'
    await db
      .updateTable('payment_setups')
      .set({ ...change, status })
      .where('id', '=', setupId)
      .execute()
    return
  }
  await lockMethodsOf(db, setup.user_id)
  const { type, brand, lastFour, upiId, token } = seen.method
  const kept = await db
    .insertInto('payment_methods')
    .values({
      id: newId<'payment method'>(),
      user_id: setup.user_id,
      method_type: type,
      card_brand: brand,
      card_last_four: lastFour,
      upi_id: upiId,
      is_default: false,
      gateway: setup.gateway,
      gateway_ref: token,
      created_at: now,
    })
    // Saving a removed card again restores it.
    .onConflict((conflict) =>
      conflict
        .columns(['gateway', 'gateway_ref'])
        .doUpdateSet({ removed_at: null })
        .where('payment_methods.user_id', '=', setup.user_id),
    )
    .returning('id')
    .executeTakeFirst()
  await db
    .updateTable('payment_setups')
    .set({ ...change, status: kept ? 'done' : 'failed', payment_method_id: kept?.id ?? null })
    .where('id', '=', setupId)
    .execute()
  await keepDefault(db, gateway, setup.user_id)
}

/** Makes the newest method the default if there is none, or if the default belongs to an earlier gateway. */
async function keepDefault(db: Db, { name }: GatewayOffer, userId: string): Promise<void> {
  await sql`
    update payment_methods set is_default = false
    where user_id = ${userId} and is_default and gateway <> ${name} and exists (
      select from payment_methods o where o.user_id = ${userId} and o.removed_at is null and o.gateway = ${name})
  `.execute(db)
  await sql`
    update payment_methods set is_default = true
    where id = (
      select id from payment_methods where user_id = ${userId} and removed_at is null
      order by gateway = ${name} desc, created_at desc limit 1
    ) and not exists (select from payment_methods where user_id = ${userId} and is_default)
  `.execute(db)
}

export async function setDefaultMethod(
  { db, actor }: ActorWork,
  gateway: GatewayOffer,
  methodId: string,
): Promise<void> {
  await lockMethodsOf(db, actor.userId)
  const method = await findOwn(db, actor.userId, methodId)
  if (!method) return refuseRequest('request.not_found')
  if (!isUsable(gateway, method)) refuse('payments.method_not_usable')
  await db
    .updateTable('payment_methods')
    .set({ is_default: false })
    .where('user_id', '=', actor.userId)
    .where('is_default', '=', true)
    .execute()
  await db.updateTable('payment_methods').set({ is_default: true }).where('id', '=', methodId).execute()
}

/** Removes a method and moves its charges to `replaceWith`. Without a replacement, a method in use is kept. */
export async function removeMethod(
  { db, actor, now, announce }: ActorWork,
  gateway: GatewayOffer,
  { id, replaceWith }: { id: string; replaceWith?: string | undefined },
): Promise<void> {
  await lockMethodsOf(db, actor.userId)
  // Waits for charges that are being opened with it, so that they are found below.
  const method = await selectOwn(db, actor.userId, id).forNoKeyUpdate().executeTakeFirst()
  if (!method) return refuseRequest('request.not_found')
  if (replaceWith !== undefined) {
    if (replaceWith === id || !(await isUsableMethod(db, gateway, actor.userId, replaceWith)))
      refuse('payments.method_not_found')
    await db
      .updateTable('charges')
      .set({ payment_method_id: replaceWith })
      .where('payment_method_id', '=', id)
      .where('charge_status', '=', 'pending')
      .execute()
    await announce<MethodReplaced>('payments.method_replaced', { methodId: id, replacementId: replaceWith })
  } else if (!isUsable(gateway, method)) {
    // If there is no other method, the payer is asked to pay when the time comes.
    await db
      .updateTable('charges')
      .set({ payment_method_id: null })
      .where('payment_method_id', '=', id)
      .where('charge_status', '=', 'pending')
      .execute()
  } else {
    const used = await db
      .selectFrom('charges')
      .select('id')
      .where('payment_method_id', '=', id)
      .where('charge_status', '=', 'pending')
      .executeTakeFirst()
    if (used) refuse('payments.method_in_use')
  }
  await db
    .updateTable('payment_methods')
    .set({ removed_at: now, is_default: false })
    .where('id', '=', id)
    .execute()
  await keepDefault(db, gateway, actor.userId)
  await announce<MethodToForget>('payments.method_to_forget', {
    gateway: method.gateway,
    token: method.gateway_ref,
  })
}
