import { type ReactNode, useId } from 'react'
import type { Appointment } from '#/appointments/contract.ts'
import { hasEndedEarly } from '#/appointments/rules.ts'
import { isWithdrawn } from '#/appointments/withdrawn.ts'
import { dayOf, formatDay, formatDayFrom, zoneLabel } from '#/kernel/time.ts'
import { noSecondClick } from '#/kernel/web/double-click.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { PetPicture } from '#/pets/web/index.ts'
import css from './AppointmentCard.module.css'
import { FactText } from './FactText.tsx'
import { CalendarIcon, factIcons, MoneyIcon, VideoIcon } from './icons.tsx'
import { StatusChip } from './StatusChip.tsx'
import { timesText } from './times-text.ts'
import { contactText, feeText, isSkipped } from './words.ts'

type Props = {
  appointment: Omit<Appointment, 'provider'>
  now: Date
  portrait: ReactNode
  name: string
  /** The provider's work, beside the title. */
  about?: string | null
  /** `<li>` elements. */
  facts: ReactNode
  rating: ReactNode
  more?: ReactNode
  /** Says how it ended. */
  end: string | null
  /** Below that. */
  instead?: ReactNode
  actions: ReactNode
  /** Rarely needed links, below the buttons. */
  links: ReactNode
  /** The other days of its series. */
  days?: ReactNode
  /** Leaves out what the card of its series says. */
  isDay?: boolean
}

/** An appointment for either side, which passes in what differs. */
export function AppointmentCard({
  appointment,
  now,
  portrait,
  name,
  about,
  facts,
  rating,
  more,
  end,
  instead,
  actions,
  links,
  days,
  isDay = false,
}: Props) {
  const titleId = useId()
  const { title, reason, status, closingReason } = appointment
  const fee = feeText(appointment)
  const contact = contactText(appointment)
  const cost = fee && (
    <li>
      <MoneyIcon />
      <span className="tabular">{fee}</span>
    </li>
  )
  const rest = (
    <>
      {rating}
      {more}
      {end && (
        <p className={css.end}>
          {end}
          {closingReason && !isWithdrawn(appointment) && <q>{closingReason}</q>}
        </p>
      )}
      {instead}
      <div className={css.actions}>{actions}</div>
      {links}
    </>
  )
  if (isDay)
    return (
      <div className={css.day} {...noSecondClick}>
        {cost && <ul className={css.facts}>{cost}</ul>}
        {rest}
      </div>
    )
  return (
    <article className={css.card} aria-labelledby={titleId} tabIndex={-1} {...noSecondClick}>
      <CardHead
        portrait={portrait}
        kind={about ? `${title} · ${about}` : title}
        name={name}
        titleId={titleId}
        chip={
          <StatusChip
            status={status}
            phase={appointment.phase}
            isSkipped={isSkipped(appointment)}
            isWithdrawn={isWithdrawn(appointment)}
            isEndedEarly={hasEndedEarly(appointment)}
          />
        }
      />
      <When appointment={appointment} now={now} />
      <ul className={css.facts}>
        <PetFacts pets={appointment.pets} />
        {contact && (
          <li>
            <VideoIcon />
            <span>{contact}</span>
          </li>
        )}
        {appointment.facts.map((fact) => {
          const Icon = factIcons[fact.icon]
          return (
            <li key={fact.text}>
              <Icon />
              <FactText fact={fact} />
            </li>
          )
        })}
        {facts}
        {cost}
      </ul>
      {reason && (
        <p className={css.reason}>
          <span>{appointment.reasonLabel}</span> {reason}
        </p>
      )}
      {rest}
      {days}
    </article>
  )
}

type HeadProps = { portrait: ReactNode; kind: string; name: string; titleId: string; chip?: ReactNode }

export function CardHead({ portrait, kind, name, titleId, chip }: HeadProps) {
  return (
    <div className={css.head}>
      {portrait}
      <div className={css.who}>
        <p className={css.kind}>{kind}</p>
        <h2 id={titleId}>{name}</h2>
      </div>
      {chip}
    </div>
  )
}

export function PetFacts({ pets }: Pick<Appointment, 'pets'>) {
  return pets.map((pet) => (
    <li key={pet.id}>
      <PetPicture pet={pet} size={32} decorative />
      <span>
        <strong>{pet.name}</strong>
        {pet.breed && ` · ${pet.breed}`}
      </span>
    </li>
  ))
}

function When({ appointment, now }: Pick<Props, 'appointment' | 'now'>) {
  const { date, startsAt, timeZone } = appointment
  const near = formatDayFrom(dayOf(now, timeZone), date)
  const full = formatDay(date)
  const zone = zoneLabel(timeZone, ownZone(), startsAt)
  return (
    <p className={css.when}>
      <CalendarIcon />
      <time dateTime={startsAt.toISOString()}>
        <strong>{near}</strong>
        {near !== full && <span>{full}</span>}
        <strong className="tabular">{timesText(appointment)}</strong>
        {zone && <span>{zone}</span>}
      </time>
    </p>
  )
}
