import { Button } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { FactText } from '#/appointments/web/index.ts'
import { formatDay, zoneLabel } from '#/kernel/time.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { useNow } from '#/kernel/web/use-now.ts'
import { ViewFrame } from '#/kernel/web/ViewFrame.tsx'
import { careDays } from '#/pets/rules.ts'
import { StandingCareFacts } from '#/pets/web/index.ts'
import { cardDayOf, cardPath } from '#/sitting/card.ts'
import type { VisitCards } from '#/sitting/card-contract.ts'
import css from './Card.module.css'
import { OwnerCard } from './OwnerCard.tsx'
import { SitterCard } from './SitterCard.tsx'
import { useVisitCards } from './use-visit.ts'
import { clockAt } from './words.ts'

/** The visit card of an appointment, for its sitter and its owner. */
export default function VisitView({ appointmentId }: { appointmentId: string }) {
  const { data, error, isPending, refetch } = useVisitCards(appointmentId)
  const { user } = useSession()
  if (data && user) return <Visit visit={data} userId={user.id} />
  return (
    <ViewFrame title="Visit card" back={{ to: '/appointments', label: 'Appointments' }}>
      {isPending ? (
        <p role="status">Loading the visit card...</p>
      ) : (
        <div role="alert">
          <p>{errorText(error, { 'request.not_found': 'We couldn’t find this visit.' })}</p>
          <Button variant="default" mt="sm" onClick={() => void refetch()}>
            Retry
          </Button>
        </div>
      )}
    </ViewFrame>
  )
}

function Visit({ visit, userId }: { visit: VisitCards; userId: string }) {
  const now = useNow()
  const [params] = useSearchParams()
  const { appointmentId, side, title, pets, cards, facts, comment, timeZone, startsAt, endsAt } = visit
  const isStay = visit.service === 'hostel-checkin'
  const today = cardDayOf(visit, now < startsAt ? startsAt : now < endsAt ? now : endsAt)!
  const known = new Set([...cards.map(({ day }) => day), ...(side === 'sitter' ? [today] : [])])
  const days = [...known].toSorted().toReversed()
  const asked = params.get('day')
  const open = cards.find(({ stopped }) => !stopped)?.day
  const day = days.find((one) => one === asked) ?? (side === 'sitter' ? open : undefined) ?? days[0] ?? today
  const names = new Intl.ListFormat('en').format(pets.map(({ name }) => name))
  const zone = zoneLabel(timeZone, ownZone(), startsAt)
  const agreed = (facts.length > 0 || comment) && (
    <section className={css.agreed} aria-label="What was agreed">
      <h2>What was agreed</h2>
      <ul>
        {facts.map((fact) => (
          <li key={fact.text}>
            <FactText fact={fact} />
          </li>
        ))}
        {comment && <li>Comment: {comment}</li>}
      </ul>
    </section>
  )
  const care = visit.petCare.length > 0 && (
    <details className={css.care} open={cards.length === 0}>
      <summary>Care notes from {visit.petCare.length === 1 ? 'the pet’s page' : 'the pets’ pages'}</summary>
      {visit.petCare.map((one) => (
        <section key={one.id} aria-label={`Care for ${one.name}`}>
          {visit.petCare.length > 1 && <h3>{one.name}</h3>}
          <StandingCareFacts care={one} />
        </section>
      ))}
      <p className={css.quiet}>Only you see this, until {careDays} days after the booking.</p>
    </details>
  )
  return (
    <ViewFrame
      title={names ? `${title}: ${names}` : title}
      back={{
        to: `/appointments?side=${side === 'sitter' ? 'visits' : 'bookings'}`,
        label: 'Appointments',
      }}
    >
      <p className={css.when}>
        {isStay
          ? formatDay(day)
          : `${formatDay(day)}, ${clockAt(startsAt, timeZone)}-${clockAt(endsAt, timeZone)}`}
        {zone && `, ${zone}`} · with {visit.with}
      </p>
      {days.length > 1 && (
        <nav aria-label="Days" className={css.days}>
          {days.map((one) => (
            <Link
              key={one}
              to={cardPath(appointmentId, one)}
              replace
              preventScrollReset
              aria-current={one === day ? 'page' : undefined}
            >
              {formatDay(one)}
            </Link>
          ))}
        </nav>
      )}
      {side === 'sitter' ? (
        <SitterCard
          key={day}
          visit={visit}
          day={day}
          userId={userId}
          now={now}
          agreed={
            <>
              {agreed}
              {care}
            </>
          }
        />
      ) : (
        <div className={css.whole}>
          {agreed}
          <OwnerCard visit={visit} card={cards.find((card) => card.day === day) ?? null} now={now} />
        </div>
      )}
    </ViewFrame>
  )
}
