import type { Db } from '#/kernel/server/db.ts'
import { openStore } from '#/payments/sandbox/store.ts'

/**
 * Enters the demo's payments into the sandbox's file, so that they can be refunded in the demo. They don't change its balance,
 * because the demo has sent their money to the operator's bank account. Repeats change nothing.
 */
export async function addToSandbox(db: Db, file: string): Promise<void> {
  const attempts = await db
    .selectFrom('payment_attempts as a')
    .innerJoin('payments as p', 'p.id', 'a.payment_id')
    .select(['a.id', 'a.gateway_ref', 'a.created_at', 'p.amount', 'p.currency', 'p.description'])
    .where('a.gateway', '=', 'sandbox')
    .where('a.status', '=', 'succeeded')
    .where('a.gateway_ref', 'like', 'demo-%')
    .execute()
  const store = openStore(file)
  try {
    for (const { id, gateway_ref, created_at, ...payment } of attempts)
      if (!store.find('payment', gateway_ref!))
        store.add({
          ...payment,
          id: gateway_ref!,
          kind: 'payment',
          reference: id,
          returnUrl: null,
          webhookUrl: null,
          until: null,
          state: 'succeeded',
          paidAt: created_at.getTime(),
          method: { type: 'upi', brand: null, lastFour: null, upiId: 'asha@okbank' },
          failure: null,
          outcome: 'succeed',
          disputes: [],
        })
  } finally {
    store.close()
  }
}
