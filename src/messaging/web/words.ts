import { clockOf, dayOf, formatDayFrom, formatInstant, minuteOf, zoneLabel } from '#/kernel/time.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import type { Message, ThreadBooking } from '#/messaging/contract.ts'
import { reportTrade } from '#/messaging/rules.ts'

/** 'About Bruno', or 'Appointment · Tue, 3 Nov 2026, 10:00', in the provider's time zone, as on the card. */
export function bookingText({ trade, petName, startsAt, timeZone }: ThreadBooking): string {
  if (trade === reportTrade) return `About ${petName ?? 'a pet report'}`
  const zone = zoneLabel(timeZone, ownZone(), startsAt)
  return ['Appointment', formatInstant(startsAt, timeZone), zone].filter((part) => part !== null).join(' · ')
}

export const clockText = (at: Date) => clockOf(minuteOf(at, ownZone()))

/** Groups messages by day, in the reader's time zone. */
export function byDay(rows: readonly Message[], now: Date): { day: string; name: string; rows: Message[] }[] {
  const today = dayOf(now, ownZone())
  return [...Map.groupBy(rows, ({ at }) => dayOf(at, ownZone()))].map(([day, ofDay]) => ({
    day,
    name: formatDayFrom(today, day),
    rows: ofDay,
  }))
}
