import { cardPathFor } from '#/appointments/card-path.ts'
import type { ProposalChange, ProposalChanged } from '#/appointments/events.ts'
import type { Trades } from '#/appointments/trade.ts'
import { tellOfTimes } from '#/booking/server/index.ts'
import { hasLink } from '#/kernel/contact.ts'
import { upperFirst } from '#/kernel/letters.ts'
import type { Reader } from '#/kernel/reader-time.ts'
import { asSentence } from '#/kernel/sentence.ts'
import type { Db } from '#/kernel/server/db.ts'
import { subscriber } from '#/kernel/server/jobs.ts'
import { hint } from '#/kernel/server/live.ts'
import { dropOvertaken, notify } from '#/notifications/server/index.ts'
import { asSeenBy } from './blocked.ts'
import { calendarEventOf, selectForCalendars } from './calendar-event.ts'
import type { Told } from './change-words.ts'
import { findMove } from './history.ts'
import { type NamedRow, named, petNames } from './kind.ts'
import { dueOf } from './show.ts'
import { momentOf, onWhen, whenOf } from './when.ts'

type Proposed = { starts_at: Date; lapses_at: Date; outcome: string | null }

/** Notifies about a proposed time: always the other side, and both if it lapsed or their calendars have to change. */
export const tellOfProposal = (trades: Trades) =>
  subscriber<ProposalChanged>(
    'appointments.proposal_changed',
    'appointments.tell-of-proposal',
    async (work, { changeId, appointmentId, proposalId, what }) => {
      const found = await selectForCalendars(work.db).where('a.id', '=', appointmentId).executeTakeFirst()
      const proposed = await findProposed(work.db, proposalId)
      if (!found || !proposed) return
      const row = named(trades, found)
      await hint(work.db, [row.owner_user_id, row.provider_user_id], 'appointments')
      await tellOfTimes(work.db, row.provider_id)
      const isTaken = what === 'proposal_taken'
      const isForCalendars = isTaken && row.was_agreed
      const source = `appointments.proposal_changed:${changeId}`
      await dropOvertaken(work.db, {
        userIds: [row.owner_user_id, row.provider_user_id],
        appointmentId: row.id,
        by: source,
        sources: [
          'appointments.proposal_changed:',
          ...(isTaken ? ['appointments.noted:', 'appointments.reminder:'] : []),
        ],
        isForCalendars,
      })
      // Skip stale events: nobody can answer it any more.
      if (what === 'proposed' && proposed.outcome !== null) return
      const { from: movedFrom, confirms } = await findMove(work.db, changeId)
      const due = dueOf(row, work.now)
      const notices = (['owner', 'provider'] as const).flatMap((side) => {
        const words = (reader: Reader) =>
          proposalWords(asSeenBy(side, row), { what, proposed, movedFrom, confirms, isForCalendars, reader })[
            side
          ]
        const said = words({ timeZone: null })
        if (!said) return []
        return {
          type: 'appointment_rescheduled' as const,
          title: said.title,
          message: (reader: Reader) => words(reader)!.message,
          source,
          metadata: { appointment_id: row.id },
          causedBy: side === 'provider' ? row.owner_user_id : row.provider_user_id,
          isPressing: what === 'proposed' || isTaken,
          dueAt: what === 'proposed' ? proposed.lapses_at : movedFrom && movedFrom < due ? movedFrom : due,
          ...(isForCalendars && { calendar: [calendarEventOf(row, side)] }),
          userId: side === 'owner' ? row.owner_user_id : row.provider_user_id,
          href:
            side === 'owner'
              ? cardPathFor('owner', 'upcoming', row.id)
              : cardPathFor(
                  'provider',
                  row.status === 'pending' && !row.payment_id ? 'requests' : 'upcoming',
                  row.id,
                ),
        }
      })
      await notify(work, ...notices)
    },
  )

const findProposed = (db: Db, id: string): Promise<Proposed | undefined> =>
  db
    .selectFrom('appointment_proposals')
    .select(['starts_at', 'lapses_at', 'outcome'])
    .where('id', '=', id)
    .executeTakeFirst()

type About = {
  what: ProposalChange
  proposed: Proposed
  movedFrom: Date | undefined
  /** Taking it confirmed a request. */
  confirms: boolean
  isForCalendars: boolean
  reader: Reader
}

/** Writes the notifications about a proposed time. */
export function proposalWords(
  row: NamedRow,
  { what, proposed, movedFrom, confirms, isForCalendars, reader }: About,
): Told {
  const { provider_name: provider } = row
  const owner = row.owner_name || 'A pet owner'
  const pets = petNames(row)
  const pet = pets ? ` (${pets})` : ''
  const visit = pets ? `${pets}’s ${row.kind.noun}` : `your ${row.kind.noun}`
  const on = onWhen(row, reader)
  const offered = whenOf(row, reader, proposed.starts_at)
  switch (what) {
    case 'proposed':
      return {
        owner: {
          title: 'Another time proposed',
          message: `${provider} would like to move ${visit} from ${whenOf(row, reader)} to ${offered}.${noteText(row)} Take the new time or keep the booked one under Appointments by ${momentOf(row, reader, proposed.lapses_at)}. Without an answer, the booked time stands.`,
        },
      }
    case 'proposal_taken': {
      const from = whenOf(row, reader, movedFrom)
      return {
        ...(isForCalendars && {
          owner: {
            title: confirms ? 'Appointment confirmed' : 'Appointment moved',
            message: `${upperFirst(visit)} with ${provider} has moved from ${from} to ${offered}${confirms ? ' and is confirmed' : ''}.`,
          },
        }),
        provider: {
          title: 'New time taken',
          message: `${owner}${pet} took the time you proposed: ${offered} instead of ${from}.${confirms ? ` The ${row.kind.noun} is confirmed.` : ''}`,
        },
      }
    }
    case 'proposal_refused':
      return {
        provider: {
          title: 'Booked time kept',
          message: `${owner}${pet} keeps the booked time ${on}. The time you proposed is free again.`,
        },
      }
    case 'proposal_withdrawn':
      return {
        owner: {
          title: 'Booked time stands',
          message: `${provider} took back the other time they had proposed. ${upperFirst(visit)} stays ${on}.`,
        },
      }
    case 'proposal_lapsed':
      return {
        owner: {
          title: 'Booked time stands',
          message: `The other time that ${provider} proposed is no longer on offer. ${upperFirst(visit)} stays ${on}.`,
        },
        provider: {
          title: 'Booked time stands',
          message: `${owner}${pet} didn’t answer your proposal in time, so the ${row.kind.noun} stays ${on}.`,
        },
      }
  }
}

function noteText({ proposal_note: note }: Pick<NamedRow, 'proposal_note'>): string {
  if (!note) return ''
  return hasLink(note)
    ? ' You’ll find their reason on the appointment’s card.'
    : ` Their reason: ${asSentence(note)}`
}
