import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import type { DeskAppointmentRow } from '#/appointments/desk.ts'
import { StatusChip } from '#/appointments/web/index.ts'
import { lowerFirst } from '#/kernel/letters.ts'
import { unknownErrorText } from '#/kernel/text.ts'
import { formatInstant } from '#/kernel/time.ts'
import { byCursor } from '#/kernel/web/list/by-cursor.ts'
import { PagedList } from '#/kernel/web/list/PagedList.tsx'
import { momentText } from '#/kernel/web/own-clock.ts'
import { meetChips } from '#/sitting/meet.ts'
import type { DeskMeet } from '#/sitting/meet-contract.ts'
import { meetKindText, serviceText } from '#/sitting/text.ts'
import { AppointmentPage } from './AppointmentPage.tsx'
import { admin } from './admin.ts'
import css from './Desk.module.css'
import item from './DeskItem.module.css'
import { FindByReference } from './FindByReference.tsx'
import { appointmentAddress, userAddress } from './words.ts'

/** The choice is in the URL. */
export function AppointmentsView() {
  const [params] = useSearchParams()
  const reference = params.get('reference')
  const userId = params.get('of')
  return (
    <>
      <h1>Appointments</h1>
      <p className={css.lead}>
        Find one by its receipt number. Tickets about a booking and users’ pages link to their appointments.
      </p>
      <FindByReference
        view="appointments"
        description="A receipt’s number, like PF-000123, or the appointment’s id"
      />
      {reference ? (
        <AppointmentPage key={reference} reference={reference} />
      ) : userId ? (
        <AppointmentsOf userId={userId} />
      ) : (
        <DisputedEnds />
      )}
    </>
  )
}

const disputed = () =>
  admin.query.disputedEnds.infiniteOptions({
    ...byCursor,
    input: (cursor) => ({ cursor }),
    refetchOnWindowFocus: 'always',
  })

/** Counts the early ends to decide: '3', '20+', '0', or undefined while unknown. */
export function useDisputedEnds(): string | undefined {
  const first = useInfiniteQuery(disputed()).data?.pages[0]
  return first && `${first.rows.length}${first.nextCursor ? '+' : ''}`
}

/** The stays that a sitter ended early: the owner objects, and the sitter says that they agreed. */
function DisputedEnds() {
  const query = useInfiniteQuery(disputed())
  return (
    <section aria-labelledby="disputed-ends">
      <h2 id="disputed-ends" className={item.history}>
        Early ends to decide
      </h2>
      <PagedList
        dense
        query={query}
        what={{ one: 'stay', many: 'stays' }}
        failed={unknownErrorText}
        empty={{ drawing: 'success', sentence: 'No early end is waiting for a decision.', action: null }}
      >
        {(row) => <Line row={row} />}
      </PagedList>
    </section>
  )
}

function AppointmentsOf({ userId }: { userId: string }) {
  const query = useInfiniteQuery({
    ...admin.query.appointmentsOf.infiniteOptions({
      ...byCursor,
      input: (cursor) => ({ id: userId, cursor }),
      refetchOnWindowFocus: 'always',
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <Link to={userAddress(userId)} className={item.back}>
        ← Back to the user
      </Link>
      <PagedList
        dense
        query={query}
        what={{ one: 'appointment', many: 'appointments' }}
        failed={unknownErrorText}
        empty={{ drawing: 'no-appointments', sentence: 'This user has no appointments.', action: null }}
      >
        {(row) => <Line row={row} />}
      </PagedList>
      <MeetsOf userId={userId} />
    </>
  )
}

function MeetsOf({ userId }: { userId: string }) {
  const query = useInfiniteQuery({
    ...admin.query.meetGreetsOf.infiniteOptions({
      ...byCursor,
      input: (cursor) => ({ id: userId, cursor }),
      refetchOnWindowFocus: 'always',
    }),
    placeholderData: keepPreviousData,
  })
  if (query.data?.pages[0]?.rows.length === 0) return null
  return (
    <section aria-labelledby="desk-meets">
      <h2 id="desk-meets" className={item.history}>
        Meet & greets
      </h2>
      <PagedList
        dense
        query={query}
        what={{ one: 'meet & greet', many: 'meet & greets' }}
        failed={unknownErrorText}
        empty={{ drawing: 'no-appointments', sentence: 'This user has no meet & greets.', action: null }}
      >
        {(meet) => <MeetLine meet={meet} userId={userId} />}
      </PagedList>
    </section>
  )
}

/** Links to the other side. */
function MeetLine({ meet, userId }: { meet: DeskMeet; userId: string }) {
  const { owner, sitter, service, kind, status, endedBy, reason, askedAt, startsAt, timeZone } = meet
  const who = `${owner.name || 'No name'} with ${sitter.name}`
  const about = [
    `For ${serviceText[service].toLowerCase()}`,
    lowerFirst(meetKindText(kind)),
    endedBy && `ended by the ${endedBy}`,
    reason && `reason: ${reason}`,
  ]
  return (
    <article className={css.row} tabIndex={-1} aria-label={who}>
      <Link to={userAddress(owner.id === userId ? sitter.id : owner.id)} className={css.rowLink}>
        <strong>{who}</strong>
        <span className={css.soft}>
          {startsAt ? formatInstant(startsAt, timeZone) : `Asked ${formatInstant(askedAt, timeZone)}`}
        </span>
        <span className={css.soft}>{about.filter(Boolean).join(', ')}</span>
        <span className={css.end}>
          <StatusChip status={meetChips[status]} />
        </span>
      </Link>
    </article>
  )
}

function Line({ row }: { row: DeskAppointmentRow }) {
  const { id, owner, provider, status, title, startsAt, timeZone, disputedAt } = row
  const who = `${owner.name || 'No name'} with ${provider.name}`
  return (
    <article className={css.row} tabIndex={-1} aria-label={who}>
      <Link to={appointmentAddress(id)} className={css.rowLink}>
        <strong>{who}</strong>
        <span className={css.soft}>{formatInstant(startsAt, timeZone)}</span>
        <span className={css.soft}>
          {title}
          {disputedAt && `, waiting since ${momentText(disputedAt)}`}
        </span>
        <span className={css.end}>
          <StatusChip status={status} isEndedEarly={disputedAt !== null} />
        </span>
      </Link>
    </article>
  )
}
