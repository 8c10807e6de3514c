import type { Db } from '#/kernel/server/db.ts'
import type { Work } from '#/kernel/server/work.ts'
import type { MethodToForget } from '../events.ts'
import type { Gateway } from './gateway.ts'

/** Whoever goes leaves nothing to be charged: their methods are to be forgotten at the gateway too. */
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

/** Asks the gateway to forget what was removed here. Of a gateway that is not in use any more, nobody can be asked. */
export async function forgetMethod(
  { db }: Work,
  gateway: Gateway,
  { gateway: name, token }: MethodToForget['data'],
): Promise<void> {
  if (name === gateway.name && !(await isKept(db, name, token))) await gateway.forgetMethod(token)
}

async function isKept(db: Db, gateway: string, token: string): Promise<boolean> {
  const method = await db
    .selectFrom('payment_methods')
    .select('id')
    .where('gateway', '=', gateway)
    .where('gateway_ref', '=', token)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return method !== undefined
}
