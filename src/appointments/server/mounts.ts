import type { Trades } from '#/appointments/trade.ts'
import { siteOf } from '#/kernel/server/config.ts'
import type { Mount, MountParts } from '#/kernel/server/http/mounts.ts'
import { calendarFileListener } from './calendar-file.ts'

export function appointmentsMounts({ config, ...parts }: MountParts, trades: Trades): Mount[] {
  const calendarFiles = calendarFileListener({
    ...parts,
    trades,
    rateLimits: config.RATE_LIMITS,
    site: siteOf(config),
    product: config.PRODUCT_NAME,
    from: config.MAIL_FROM,
  })
  return [{ prefix: '/calendar/', listen: calendarFiles }]
}
