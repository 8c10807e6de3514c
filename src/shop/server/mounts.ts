import type { Mount, MountParts } from '#/kernel/server/http/mounts.ts'
import { packingSlipListener } from './orders/packing-slips.ts'
import { orderReceiptListener } from './orders/receipt.ts'

export function shopMounts({ config, db, log, findActor, now }: MountParts): Mount[] {
  const options = {
    db,
    log,
    findActor,
    now,
    rateLimits: config.RATE_LIMITS,
    product: config.PRODUCT_NAME,
    timeZone: config.DEFAULT_TIME_ZONE,
  }
  return [
    { prefix: '/order-receipts/', listen: orderReceiptListener(options) },
    { prefix: '/packing-slips/', listen: packingSlipListener(options) },
  ]
}
