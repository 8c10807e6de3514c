import { siteOf } from '#/kernel/server/config.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Mount, MountParts } from '#/kernel/server/http/mounts.ts'
import type { Announce } from '#/kernel/server/work.ts'
import { pagesAt } from '#/payments/sandbox/pages.ts'
import type { Gateways } from './gateway.ts'
import { payListener, webhookListener } from './listener.ts'
import { receiptListener } from './receipt.ts'
import { sandboxPages } from './sandbox-pages.ts'

type Options = {
  gateways: Gateways
  sandboxUrl(): Promise<string>
  announceIn(db: Db): Announce
} & Pick<Parameters<typeof receiptListener>[0], 'exemptOf'>

export function paymentsMounts(
  parts: MountParts,
  { gateways, sandboxUrl, announceIn, exemptOf }: Options,
): Mount[] {
  const { config, db, log, findActor, now } = parts
  const paying = { db, log, gateways, announceIn, now }
  const pay = payListener({
    ...paying,
    findActor,
    siteOf: ({ headers }) => (config.PUBLIC_URL ? siteOf(config) : `http://${headers.host}`),
  })
  const receipts = receiptListener({
    db,
    log,
    findActor,
    now,
    rateLimits: config.RATE_LIMITS,
    product: config.PRODUCT_NAME,
    operator: [config.CONTACT_ADDRESS, config.CONTACT_EMAIL ?? undefined],
    tax: { name: config.TAX_NAME, id: config.TAX_ID },
    timeZone: config.DEFAULT_TIME_ZONE,
    exemptOf,
  })
  return [
    { prefix: '/pay/', listen: pay },
    { prefix: '/receipts/', listen: receipts },
    { prefix: '/webhooks/', listen: webhookListener(paying) },
    ...(gateways.current.name === 'sandbox'
      ? [{ prefix: `${pagesAt}/` as const, listen: sandboxPages(sandboxUrl, log) }]
      : []),
  ]
}
