/** Formats moments and days by the viewer's clock. */
import { dayOf, formatDay, formatInstant } from '#/kernel/time.ts'

export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

export const momentText = (at: Date) => formatInstant(at, ownZone())

export const dayText = (at: Date) => formatDay(dayOf(at, ownZone()))
