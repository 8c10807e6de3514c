import { subscriber } from '#/kernel/server/jobs.ts'
import type { Work } from '#/kernel/server/work.ts'
import type { MethodReplaced } from '#/payments/events.ts'
import { gatewayIn, isUsableMethod } from '#/payments/server/index.ts'
import type { SittingWork } from './sitting-work.ts'

/** Returns the method to charge for new appointments of a request; null if its owner has to pay themselves. */
export async function methodOf(
  { db, config }: Work & Pick<SittingWork, 'config'>,
  { payment_method_id: methodId }: { payment_method_id: string | null },
  ownerUserId: string,
): Promise<string | null> {
  if (methodId === null) return null
  const isUsable = await isUsableMethod(db, gatewayIn(config), ownerUserId, methodId, { isLocked: true })
  return isUsable ? methodId : null
}

/** Charges the coming appointments of requests to the method that replaces theirs. */
export const followMethod = subscriber<MethodReplaced>(
  'payments.method_replaced',
  'sitting.follow-method',
  async ({ db }, { methodId, replacementId }) => {
    await db
      .updateTable('sitting_requests')
      .set({ payment_method_id: replacementId })
      .where('payment_method_id', '=', methodId)
      .execute()
  },
)
