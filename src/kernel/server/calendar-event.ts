/** An event for a person's own calendar. Plain data, because it is queued with its mail. */
export type CalendarEvent = {
  /** Never changes: calendars recognize the event by it. */
  id: string
  /** Grows with each change: calendars keep the highest. */
  sequence: number
  startsAt: string
  endsAt: string
  summary: string
  location?: string
  path: `/${string}`
  status: 'tentative' | 'confirmed' | 'cancelled'
}

export type Publisher = { site: string; product: string; from: string }

export type CalendarFile = { method: 'PUBLISH' | 'REQUEST' | 'CANCEL'; file: string }

/**
 * Writes an event as an iCalendar file. With `attendee`, an address, it is an already accepted invitation, because
 * calendars let only mails from the same organizer change or remove an event. Without one, it is for importing.
 */
export async function calendarFileOf(
  event: CalendarEvent,
  { site, product, from }: Publisher,
  attendee?: string,
): Promise<CalendarFile> {
  const ics = await import('ical-generator')
  const method =
    event.status === 'cancelled'
      ? ics.ICalCalendarMethod.CANCEL
      : attendee
        ? ics.ICalCalendarMethod.REQUEST
        : ics.ICalCalendarMethod.PUBLISH
  const calendar = ics.default({ prodId: { company: product, product }, method })
  const link = new URL(event.path, site).href
  calendar.createEvent({
    id: `${event.id}@${new URL(site).hostname}`,
    sequence: event.sequence,
    start: new Date(event.startsAt),
    end: new Date(event.endsAt),
    summary: event.summary,
    description: `To reschedule or cancel it: ${link}`,
    url: link,
    ...(event.location && { location: event.location }),
    organizer: { name: product, email: addressIn(from) },
    ...(attendee && {
      attendees: [
        {
          email: attendee,
          rsvp: false,
          role: ics.ICalAttendeeRole.REQ,
          status: ics.ICalAttendeeStatus.ACCEPTED,
          type: ics.ICalAttendeeType.INDIVIDUAL,
        },
      ],
    }),
    status: ics.ICalEventStatus[statuses[event.status]],
  })
  return { method, file: calendar.toString() }
}

const statuses = { tentative: 'TENTATIVE', confirmed: 'CONFIRMED', cancelled: 'CANCELLED' } as const

const addressIn = (from: string) => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from
