import { type Day, dayOf } from '#/kernel/time.ts'

/** The day on the viewer's own calendar. */
export const today = (): Day => dayOf(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone)
