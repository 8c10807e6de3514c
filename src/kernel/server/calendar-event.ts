/** Something at a time, for somebody's own calendar. Plain data: it waits with the mail it goes out with. */
export type CalendarEvent = {
  /** Never changes: by it a calendar finds what it has already. */
  id: string
  /** Grows with each change: of two, the higher one counts. */
  sequence: number
  startsAt: string
  endsAt: string
  summary: string
  location?: string
  /** The page of ours on which it is moved or cancelled. */
  path: `/${string}`
  status: 'tentative' | 'confirmed' | 'cancelled'
}

/** Whose site it is, by which name and address it writes: `from` as in MAIL_FROM. */
export type Publisher = { site: string; product: string; from: string }

export type CalendarFile = { method: 'PUBLISH' | 'REQUEST' | 'CANCEL'; file: string }

/**
 * The event as an iCalendar file. For `attendee`, an address, it is an invitation that is accepted already: what a calendar
 * has taken from a mail it changes and removes only by further mails of the same organizer. Without one it is for importing.
 */
export async function calendarFileOf(
  event: CalendarEvent,
  { site, product, from }: Publisher,
  attendee?: string,
): Promise<CalendarFile> {
  // Loaded when the first is asked for: a start has no use of it.
  const ics = await import('ical-generator')
  const method =
    event.status === 'cancelled'
      ? ics.ICalCalendarMethod.CANCEL
      : attendee
        ? ics.ICalCalendarMethod.REQUEST
        : ics.ICalCalendarMethod.PUBLISH
  const link = new URL(event.path, site).href
  const calendar = ics.default({ prodId: { company: product, product }, method })
  calendar.createEvent({
    id: `${event.id}@${new URL(site).hostname}`,
    sequence: event.sequence,
    start: new Date(event.startsAt),
    end: new Date(event.endsAt),
    summary: event.summary,
    description: `To move or cancel it: ${link}`,
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

/** 'hello@pawfolk.example' of 'Pawfolk <hello@pawfolk.example>'. */
const addressIn = (from: string) => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from
