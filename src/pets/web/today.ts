import { type Day, dayOf } from '#/kernel/time.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'

/** Returns today in the viewer's time zone. */
export const today = (): Day => dayOf(new Date(), ownZone())
