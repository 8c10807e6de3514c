import { makePhone } from '#/accounts/server/phone.factory.ts'
import { DAY } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import { makeOrder } from './made-order.factory.ts'

type Buyer = { userId: string; variantId: string; at: Date }

/** Lets somebody pay in cash again and again: with a confirmed phone number, and a parcel that arrived weeks ago. */
export async function makeCashBuyer(db: Db, { userId, variantId, at }: Buyer): Promise<void> {
  await makePhone(db, { userId })
  const daysAgo = (days: number) => new Date(at.getTime() - days * DAY)
  await makeOrder(db, {
    userId,
    variantId,
    steps: [
      { to: 'placed', by: 'owner', at: daysAgo(40) },
      { to: 'packed', by: 'seller', at: daysAgo(39) },
      { to: 'shipped', by: 'seller', at: daysAgo(39) },
      { to: 'delivered', by: 'owner', at: daysAgo(36) },
      { to: 'completed', by: 'system', at: daysAgo(29) },
    ],
  })
}
