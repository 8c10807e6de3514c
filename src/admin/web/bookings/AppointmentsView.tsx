import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { admin } from '#/admin/web/frame/admin.ts'
import css from '#/admin/web/frame/Desk.module.css'
import item from '#/admin/web/frame/DeskItem.module.css'
import { DeskLine, DeskRows } from '#/admin/web/frame/DeskList.tsx'
import { countText, deskPages } from '#/admin/web/frame/desk-pages.ts'
import { appointmentAddress, userAddress } from '#/admin/web/frame/words.ts'
import type { DeskAppointmentRow } from '#/appointments/desk.ts'
import { StatusChip } from '#/appointments/web/index.ts'
import { lowerFirst } from '#/kernel/letters.ts'
import { formatInstant } from '#/kernel/time.ts'
import { momentText } from '#/kernel/web/own-clock.ts'
import { meetChips } from '#/sitting/meet.ts'
import type { DeskMeet } from '#/sitting/meet-contract.ts'
import { meetKindText, serviceText } from '#/sitting/text.ts'
import { AppointmentPage } from './AppointmentPage.tsx'
import { FindByReference } from './FindByReference.tsx'

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
    ...deskPages,
    input: (cursor) => ({ cursor }),
  })

/** Counts the early ends to decide: '3', '20+', '0', or undefined while unknown. */
export function useDisputedEnds(): string | undefined {
  return countText(useInfiniteQuery(disputed()).data?.pages[0])
}

/** The stays that a sitter ended early: the owner objects, and the sitter says that they agreed. */
function DisputedEnds() {
  const query = useInfiniteQuery(disputed())
  return (
    <section aria-labelledby="disputed-ends">
      <h2 id="disputed-ends" className={item.history}>
        Early ends to decide
      </h2>
      <DeskRows
        dense
        query={query}
        what={{ one: 'stay', many: 'stays' }}
        empty="No early end is waiting for a decision."
        drawing="success"
      >
        {(row) => <Line row={row} />}
      </DeskRows>
    </section>
  )
}

function AppointmentsOf({ userId }: { userId: string }) {
  const query = useInfiniteQuery(
    admin.query.appointmentsOf.infiniteOptions({
      ...deskPages,
      input: (cursor) => ({ id: userId, cursor }),
    }),
  )
  return (
    <>
      <Link to={userAddress(userId)} className={item.back}>
        ← Back to the user
      </Link>
      <DeskRows
        dense
        query={query}
        what={{ one: 'appointment', many: 'appointments' }}
        empty="This user has no appointments."
        drawing="no-appointments"
      >
        {(row) => <Line row={row} />}
      </DeskRows>
      <MeetsOf userId={userId} />
    </>
  )
}

function MeetsOf({ userId }: { userId: string }) {
  const query = useInfiniteQuery(
    admin.query.meetGreetsOf.infiniteOptions({
      ...deskPages,
      input: (cursor) => ({ id: userId, cursor }),
    }),
  )
  if (query.data?.pages[0]?.rows.length === 0) return null
  return (
    <section aria-labelledby="desk-meets">
      <h2 id="desk-meets" className={item.history}>
        Meet & greets
      </h2>
      <DeskRows
        dense
        query={query}
        what={{ one: 'meet & greet', many: 'meet & greets' }}
        empty="This user has no meet & greets."
        drawing="no-appointments"
      >
        {(meet) => <MeetLine meet={meet} userId={userId} />}
      </DeskRows>
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
    <DeskLine label={who} to={userAddress(owner.id === userId ? sitter.id : owner.id)}>
      <strong>{who}</strong>
      <span className={css.soft}>
        {startsAt ? formatInstant(startsAt, timeZone) : `Asked ${formatInstant(askedAt, timeZone)}`}
      </span>
      <span className={css.soft}>{about.filter(Boolean).join(', ')}</span>
      <span className={css.end}>
        <StatusChip status={meetChips[status]} />
      </span>
    </DeskLine>
  )
}

function Line({ row }: { row: DeskAppointmentRow }) {
  const { id, owner, provider, status, title, startsAt, timeZone, disputedAt } = row
  const who = `${owner.name || 'No name'} with ${provider.name}`
  return (
    <DeskLine label={who} to={appointmentAddress(id)}>
      <strong>{who}</strong>
      <span className={css.soft}>{formatInstant(startsAt, timeZone)}</span>
      <span className={css.soft}>
        {title}
        {disputedAt && `, waiting since ${momentText(disputedAt)}`}
      </span>
      <span className={css.end}>
        <StatusChip status={status} isEndedEarly={disputedAt !== null} />
      </span>
    </DeskLine>
  )
}
