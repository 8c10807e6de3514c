import { type Day, dayOf } from '#/kernel/time.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'

/** The day on the viewer's own calendar. */
export const today = (): Day => dayOf(new Date(), ownZone())
