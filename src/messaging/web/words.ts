import { clockOf, dayOf, formatDayFrom, formatInstant, minuteOf, zoneLabel } from '#/kernel/time.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import type { Message, ThreadBooking } from '#/messaging/contract.ts'
import { meetTrade, reportTrade } from '#/messaging/rules.ts'

/** 'About Bruno', or 'Appointment · Tue, 3 Nov 2026, 10:00', in the provider's time zone, as on the card. */
export function bookingText({ trade, phase, petName, startsAt, timeZone }: ThreadBooking): string {
  if (trade === reportTrade) return `About ${petName ?? 'a pet report'}`
  if (trade === meetTrade && (phase === 'asked' || phase === 'off')) return 'Meet & greet'
  const zone = zoneLabel(timeZone, ownZone(), startsAt)
  const kind = trade === meetTrade ? 'Meet & greet' : 'Appointment'
  return [kind, formatInstant(startsAt, timeZone), zone].filter((part) => part !== null).join(' · ')
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
