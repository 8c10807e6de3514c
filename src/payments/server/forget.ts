import type { Db } from '#/kernel/server/db.ts'
import type { Work } from '#/kernel/server/work.ts'
import type { MethodToForget } from '#/payments/events.ts'
import type { GatewayName } from '#/payments/rules.ts'
import type { Gateways } from './gateway.ts'

/** Removes a leaving user's methods here and at the gateway. */
export async function forgetMethodsOf({ db, announce }: Work, userId: string): Promise<void> {
  const methods = await db
    .selectFrom('payment_methods')
    .select(['gateway', 'gateway_ref'])
    .where('user_id', '=', userId)
    .execute()
  await announce<MethodToForget>(
    'payments.method_to_forget',
    methods.map(({ gateway, gateway_ref }) => ({ gateway, token: gateway_ref })),
  )
}

/**
 * Asks the gateway to forget a removed method. While a charge to it is undecided the method is kept, because some gateways
 * find a charge only through its method.
 */
export async function forgetMethod(
  { db }: Work,
  gateways: Gateways,
  { gateway: name, token }: MethodToForget['data'],
): Promise<void> {
  const gateway = gateways.of(name)
  if (!gateway || (await isKept(db, name, token)) || (await isBeingCharged(db, name, token))) return
  await gateway.forgetMethod(token)
}

/** Forgets a method that was removed while it was being charged. */
export async function forgetIfRemoved({ db, announce }: Work, methodId: string): Promise<void> {
  const method = await db
    .selectFrom('payment_methods')
    .select(['gateway', 'gateway_ref'])
    .where('id', '=', methodId)
    .where('removed_at', 'is not', null)
    .executeTakeFirst()
  if (method)
    await announce<MethodToForget>('payments.method_to_forget', {
      gateway: method.gateway,
      token: method.gateway_ref,
    })
}

async function isBeingCharged(db: Db, gateway: GatewayName, token: string): Promise<boolean> {
  const attempt = await db
    .selectFrom('payment_attempts as t')
    .innerJoin('payment_methods as m', 'm.id', 't.payment_method_id')
    .select('t.id')
    .where('m.gateway', '=', gateway)
    .where('m.gateway_ref', '=', token)
    .where('t.status', 'in', ['open', 'pending'])
    .executeTakeFirst()
  return attempt !== undefined
}

async function isKept(db: Db, gateway: GatewayName, token: string): Promise<boolean> {
  const method = await db
    .selectFrom('payment_methods')
    .select('id')
    .where('gateway', '=', gateway)
    .where('gateway_ref', '=', token)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return method !== undefined
}
