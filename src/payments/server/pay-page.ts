import type { Db } from '#/kernel/server/db.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { isUuid } from '#/kernel/uuid.ts'
import { refuse } from '#/payments/contract.ts'
import { methodTypes } from '#/payments/rules.ts'
import type { Gateway } from './gateway.ts'

export type WantedMethod = { methodId?: string | null | undefined; withOther?: boolean | undefined }

/** Returns the query that prefills the gateway's page with the chosen method, or with the one that would be charged. */
export async function pageFor(
  { db, actor }: ActorWork,
  paymentId: string,
  { methodId, withOther }: WantedMethod,
): Promise<string> {
  const method = methodId
    ? ((await findOwn(db, actor.userId, methodId)) ?? refuse('payments.method_not_found'))
    : await findToBeCharged(db, actor.userId, paymentId)
  if (withOther) return `?by=${method?.method_type === 'upi' ? 'card' : 'upi'}`
  return method ? `?method=${method.id}` : ''
}

/** Prefills the gateway's page from the query, if the gateway supports it. */
export async function openedWith(
  db: Db,
  gateway: Gateway,
  { url, userId, query }: { url: string; userId: string; query: URLSearchParams },
): Promise<string> {
  if (!gateway.openedWith) return url
  const methodId = query.get('method')
  const method = methodId && isUuid(methodId) ? await findOwn(db, userId, methodId) : undefined
  if (method)
    return gateway.openedWith(url, {
      type: method.method_type,
      token: method.gateway === gateway.name ? method.gateway_ref : null,
    })
  const type = methodTypes.find((name) => name === query.get('by'))
  return type ? gateway.openedWith(url, { type, token: null }) : url
}

const ownMethods = (db: Db, userId: string) =>
  db
    .selectFrom('payment_methods as m')
    .where('m.user_id', '=', userId)
    .where('m.removed_at', 'is', null)
    .select(['m.id', 'm.method_type', 'm.gateway', 'm.gateway_ref'])

const findOwn = (db: Db, userId: string, methodId: string) =>
  ownMethods(db, userId).where('m.id', '=', methodId).executeTakeFirst()

const findToBeCharged = (db: Db, userId: string, paymentId: string) =>
  ownMethods(db, userId)
    .innerJoin('charges as c', 'c.payment_method_id', 'm.id')
    .where('c.payment_id', '=', paymentId)
    .orderBy('c.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
