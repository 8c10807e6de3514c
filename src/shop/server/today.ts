import type { Config } from '#/kernel/server/config.ts'
import { type Day, dayOf } from '#/kernel/time.ts'

/** Returns today's date in the operator's time zone, which decides when best-before dates pass. */
export const todayOf = ({ now, config }: { now: Date; config: Pick<Config, 'DEFAULT_TIME_ZONE'> }): Day =>
  dayOf(now, config.DEFAULT_TIME_ZONE)
