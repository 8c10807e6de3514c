import { useState } from 'react'
import { Link } from 'react-router'
import type { Visit } from '#/appointments/contract.ts'
import { hasEndedEarly } from '#/appointments/rules.ts'
import { StatusChip } from '#/appointments/web/StatusChip.tsx'
import { lastDayOf } from '#/appointments/web/times-text.ts'
import { useTodaysVisits } from '#/appointments/web/useAppointments.ts'
import { petNames } from '#/appointments/web/words.ts'
import { clockOf, type Day, dayOf, formatDay, minuteOf, zoneLabel } from '#/kernel/time.ts'
import button from '#/kernel/web/button.module.css'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { useNow } from '#/kernel/web/use-now.ts'
import { cardPath } from '#/sitting/card.ts'
import type { MeetGreet } from '#/sitting/meet-contract.ts'
import block from './Block.module.css'
import { DashboardBlock } from './DashboardBlock.tsx'
import css from './TodaysSchedule.module.css'
import { soonest, useMeetRows } from './use-meet-rows.ts'

/** A longer day starts with the next visit, until all of it is requested. */
const shown = 6

export function TodaysSchedule() {
  const today = useTodaysVisits()
  const { data } = today
  const meets = useMeetRows('sitter', 'upcoming')
  const now = useNow()
  const [isWhole, setWhole] = useState(false)
  const visits = data ? ofDay(data, meets.rows) : []
  const part = isWhole ? visits : nextOf(visits, now)
  const zone = data && zoneLabel(data.timeZone, ownZone(), now)
  return (
    <DashboardBlock
      title="Today’s schedule"
      isPending={today.isPending || meets.isPending}
      isError={today.isLoadingError || meets.isLoadingError}
      retry={() => Promise.all([today.refetch(), meets.refetch()])}
      aside={
        data && (
          <span className={css.day}>
            {formatDay(data.date)}
            {zone && `, ${zone}`}
          </span>
        )
      }
    >
      {visits.length === 0 ? (
        <div className={block.quiet}>
          <p tabIndex={-1}>No appointments today</p>
          <span>Appointments show here once they’re confirmed.</span>
        </div>
      ) : (
        <div className={css.card}>
          <ol className={css.visits}>
            {part.map((entry) =>
              entry.kind === 'meet' ? (
                <MeetLine key={entry.row.id} meet={entry.row} now={now} />
              ) : (
                <Line key={entry.row.id} visit={entry.row} now={now} />
              ),
            )}
          </ol>
          {visits.length > shown && (
            <button
              type="button"
              className={button.plain}
              aria-expanded={isWhole}
              onClick={() => setWhole(!isWhole)}
            >
              {isWhole ? 'Show only what’s next' : `Show the whole day: ${visits.length} appointments`}
            </button>
          )}
        </div>
      )}
    </DashboardBlock>
  )
}

type Entry = ReturnType<typeof ofDay>[number]

/** Merges the day's agreed meet & greets into its appointments. */
const ofDay = (
  { date, timeZone, rows }: { date: Day; timeZone: string; rows: Visit[] },
  meets: MeetGreet[],
) =>
  soonest(
    rows,
    meets.filter(({ startsAt }) => startsAt && dayOf(startsAt, timeZone) === date),
    Number.POSITIVE_INFINITY,
  )

/** Starts with the first visit that isn't over, but fills the available rows. */
function nextOf(visits: Entry[], now: Date): Entry[] {
  const next = visits.findIndex(({ row }) => row.endsAt! > now)
  const first = Math.max(0, Math.min(next < 0 ? visits.length : next, visits.length - shown))
  return visits.slice(first, first + shown)
}

function Line({ visit, now }: { visit: Visit; now: Date }) {
  const { owner, pets, status, phase, date, startTime, endTime, startsAt, endsAt, startedAt } = visit
  const names = petNames(pets)
  const isOpen = status === 'confirmed' && endsAt > now
  return (
    <li className={isOpen ? css.visit : css.over}>
      <span className={css.time}>
        {lastDayOf(visit) > date ? `From ${startTime}` : `${startTime}-${endTime}`}
      </span>
      <Link to={pageOf(visit, isOpen)} className={css.name}>
        {names ? `${names} with ${owner.name}` : owner.name}
      </Link>
      {status !== 'confirmed' ? (
        <StatusChip status={status} />
      ) : (
        isOpen &&
        (startedAt || startsAt <= now) && (
          <span className={css.now}>
            {hasEndedEarly(visit) ? 'Ended early' : phase === 'under_way' ? 'In progress' : 'Now'}
          </span>
        )
      )}
    </li>
  )
}

function MeetLine({ meet, now }: { meet: MeetGreet; now: Date }) {
  const { startsAt, endsAt, timeZone, with: other } = meet
  const clock = (at: Date) => clockOf(minuteOf(at, timeZone))
  return (
    <li className={css.visit}>
      <span className={css.time}>
        {clock(startsAt!)}-{clock(endsAt!)}
      </span>
      <Link to="/appointments?side=visits&tab=upcoming" className={css.name}>
        Meet & greet with {other.name}
      </Link>
      {startsAt! <= now && <span className={css.now}>Now</span>}
    </li>
  )
}

/** A sitter's visit opens on its card, where they start it. */
function pageOf({ id, trade }: Visit, isOpen: boolean): string {
  if (trade === 'sitting' && isOpen) return cardPath(id)
  return `/appointments?side=visits&tab=${isOpen ? 'upcoming' : 'past'}`
}
