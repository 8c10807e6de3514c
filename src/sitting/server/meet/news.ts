import { sql } from 'kysely'
import { cardPathFor } from '#/appointments/card-path.ts'
import { DAY, HOUR } from '#/kernel/duration.ts'
import { lowerFirst } from '#/kernel/letters.ts'
import { type Reader, timeFor } from '#/kernel/reader-time.ts'
import type { CalendarEvent } from '#/kernel/server/calendar-event.ts'
import { type Sweep, subscriber } from '#/kernel/server/jobs.ts'
import { hint } from '#/kernel/server/live.ts'
import { reasonSentence } from '#/messaging/contact.ts'
import { type Notice, notify } from '#/notifications/server/index.ts'
import type { MeetChanged } from '#/sitting/events.ts'
import { isAtAPlace, type MeetSide, meetEndsAt } from '#/sitting/meet.ts'
import { meetKindText } from '#/sitting/text.ts'
import { type MeetRow, petsFor, selectMeets } from './find.ts'

const list = new Intl.ListFormat('en')

const userOf = (row: MeetRow, side: MeetSide) => (side === 'owner' ? row.owner_user_id : row.sitter_user_id)
const otherName = (row: MeetRow, side: MeetSide) => (side === 'owner' ? row.sitter_name : row.owner_name)

const timeOf = ({ kind, time_zone: zone }: MeetRow, at: Date, reader: Reader) =>
  timeFor(reader, at, { zone, kind: isAtAPlace(kind) ? 'in-person' : 'online' })

const petNames = (row: MeetRow, side: MeetSide) => list.format(petsFor(side, row).map(({ name }) => name))

/** ' with Bruno and Coco', for the sitter. */
function withPets(row: MeetRow, side: MeetSide): string {
  const names = petNames(row, side)
  return side === 'sitter' && names ? ` with ${names}` : ''
}

type Said = Pick<Notice, 'title' | 'message'>

/** Returns what one side reads about a change, or null for nothing. */
function wordsFor(row: MeetRow, side: MeetSide, by: MeetChanged['data']['by']): Said | null {
  const name = otherName(row, side)
  const isOwn = by === side
  if (row.status === 'expired') {
    const title = 'Meet & greet expired'
    return row.suggested_by === side
      ? { title, message: `${name} didn’t answer in time. You can ask again, or ask someone else.` }
      : { title, message: `You didn’t answer ${name} in time.` }
  }
  if (row.status === 'agreed')
    return {
      title: `Meet & greet with ${name}`,
      message: (reader) =>
        `You’ll meet ${name}${withPets(row, side)} on ${timeOf(row, row.starts_at!, reader)}, ${lowerFirst(meetKindText(row.kind, side === 'owner' ? name : undefined))}. It’s free. You’ll find the details under Appointments.`,
    }
  if (isOwn) return null
  if (row.status === 'declined')
    return {
      title: `${name} declined the meet & greet`,
      message: reasonOf(row, 'You can ask another sitter.'),
    }
  if (row.status === 'cancelled')
    return { title: 'Meet & greet cancelled', message: cancelledText(row, name) }
  return {
    title: row.suggestions === 1 ? `${name} would like to meet you` : `${name} suggests another time`,
    message: (reader) =>
      `${list.format(row.times.map((time) => timeOf(row, time, reader)))}. Please answer by ${timeFor(reader, row.answer_by, { zone: row.time_zone, kind: 'moment' })}.`,
  }
}

/** Leaves out a withdrawal's reason: anyone can ask anyone, so it could say anything. */
function cancelledText(row: MeetRow, name: string): Said['message'] {
  const { starts_at: startsAt } = row
  if (!startsAt) return `${name} withdrew it.`
  return (reader) => `${name} can’t come on ${timeOf(row, startsAt, reader)}. ${reasonOf(row, '')}`.trim()
}

const reasonOf = ({ reason }: MeetRow, otherwise: string) =>
  reason ? reasonSentence(reason, 'the meeting’s card') : otherwise

const bookedSideOf = (side: MeetSide) => (side === 'owner' ? side : 'provider')

function hrefFor(row: MeetRow, side: MeetSide): string {
  const isOpen = row.status === 'asked' || row.status === 'agreed'
  if (!isOpen) return cardPathFor(bookedSideOf(side), 'past', row.id)
  const tab = side === 'sitter' && row.status === 'asked' ? 'requests' : 'upcoming'
  return cardPathFor(bookedSideOf(side), tab, row.id)
}

/** Returns an agreed meeting as an event for one side's calendar, without numbers and links: people share calendars. */
export function meetEventOf(row: MeetRow, side: MeetSide): CalendarEvent {
  const pets = side === 'sitter' ? petNames(row, side) : ''
  return {
    id: row.id,
    sequence: row.revision,
    startsAt: row.starts_at!.toISOString(),
    endsAt: meetEndsAt(row.starts_at!).toISOString(),
    summary: `Meet & greet with ${otherName(row, side)}${pets && ` (${pets})`}`,
    ...(isAtAPlace(row.kind) && row.place && { location: row.place }),
    path: cardPathFor(bookedSideOf(side), 'upcoming', row.id),
    status: row.status === 'cancelled' ? 'cancelled' : 'confirmed',
  }
}

/** Notifies both sides about a change, except the one who made it; both get an agreed time for their calendars. */
export const tellOfMeet = subscriber<MeetChanged>(
  'sitting.meet_changed',
  'sitting.tell-of-meet',
  async (work, { meetId, revision, by }) => {
    const row = await selectMeets(work.db).where('m.id', '=', meetId).forShare(['m']).executeTakeFirst()
    // Skip what a later change has overtaken.
    if (!row || row.revision !== revision) return
    await hint(work.db, [row.owner_user_id, row.sitter_user_id], 'appointments')
    const isForCalendars = row.status === 'agreed' || (row.status === 'cancelled' && row.starts_at !== null)
    await notify(
      work,
      ...(['owner', 'sitter'] as const).flatMap((side): Notice[] => {
        const said = wordsFor(row, side, by)
        if (!said) return []
        return [
          {
            ...said,
            type: 'meet_greet',
            userId: userOf(row, side),
            href: hrefFor(row, side),
            source: `sitting.meet:${meetId}:${revision}`,
            causedBy: by === 'system' ? null : userOf(row, by),
            isPressing: row.agreed_at !== null && row.status === 'cancelled',
            metadata: { meet_greet_id: meetId },
            ...(row.starts_at && { dueAt: row.starts_at }),
            ...(isForCalendars && { calendar: [meetEventOf(row, side)] }),
          },
        ]
      }),
    )
  },
)

const atOnce = 200
const dayAhead = DAY
/** Reminders that come later than this are dropped. */
const latest = 2 * HOUR

/** Reminds both sides the day before, unless they agreed within that day. */
export const remindOfMeets: Sweep = {
  name: 'remind-of-meet-greets',
  cron: '* * * * *',
  transactions: 'batches',
  async run(work) {
    const { db, now } = work
    const rows = await selectMeets(db)
      .where('m.status', '=', 'agreed')
      .where('m.reminded_at', 'is', null)
      .where('m.starts_at', '>', new Date(now.getTime() + latest))
      .where('m.starts_at', '<=', new Date(now.getTime() + dayAhead))
      .where(sql<boolean>`m.agreed_at <= m.starts_at - interval '1 day'`)
      .orderBy('m.starts_at')
      .limit(atOnce)
      .forNoKeyUpdate(['m'])
      .skipLocked()
      .execute()
    if (rows.length === 0) return 0
    await db
      .updateTable('meet_greets')
      .set({ reminded_at: now })
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute()
    await notify(
      work,
      ...rows.flatMap((row) =>
        (['owner', 'sitter'] as const).map(
          (side): Notice => ({
            type: 'meet_greet_reminder',
            userId: userOf(row, side),
            href: hrefFor(row, side),
            title: `Tomorrow: meet & greet with ${otherName(row, side)}`,
            message: (reader) =>
              `You’ll meet ${otherName(row, side)}${withPets(row, side)} on ${timeOf(row, row.starts_at!, reader)}, ${lowerFirst(meetKindText(row.kind, side === 'owner' ? row.sitter_name : undefined))}.`,
            source: `sitting.meet_reminder:${row.id}`,
            metadata: { meet_greet_id: row.id },
          }),
        ),
      ),
    )
    return rows.length
  },
}
