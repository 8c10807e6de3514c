import { type ReactNode, useId } from 'react'
import type { Appointment } from '#/appointments/contract.ts'
import { dayOf, formatDay, formatDayFrom, zoneLabel } from '#/kernel/time.ts'
import { noSecondClick } from '#/kernel/web/double-click.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { PetPicture } from '#/pets/web/index.ts'
import css from './AppointmentCard.module.css'
import { CalendarIcon, factIcons, MoneyIcon, VideoIcon } from './icons.tsx'
import { StatusChip } from './StatusChip.tsx'
import { timesText } from './times-text.ts'
import { contactText, feeText } from './words.ts'

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
  /** How it ended. */
  end: string | null
  /** Below that. */
  instead?: ReactNode
  actions: ReactNode
  /** Rarely needed links, below the buttons. */
  links: ReactNode
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
}: Props) {
  const titleId = useId()
  const { title, pets, reason, status, closingReason } = appointment
  const fee = feeText(appointment)
  const contact = contactText(appointment)
  return (
    <article className={css.card} aria-labelledby={titleId} tabIndex={-1} {...noSecondClick}>
      <div className={css.head}>
        {portrait}
        <div className={css.who}>
          <p className={css.kind}>
            {title}
            {about && ` · ${about}`}
          </p>
          <h2 id={titleId}>{name}</h2>
        </div>
        <StatusChip status={status} />
      </div>
      <When appointment={appointment} now={now} />
      <ul className={css.facts}>
        {pets.map((pet) => (
          <li key={pet.id}>
            <PetPicture pet={pet} size={32} decorative />
            <span>
              <strong>{pet.name}</strong>
              {pet.breed && ` · ${pet.breed}`}
            </span>
          </li>
        ))}
        {contact && (
          <li>
            <VideoIcon />
            <span>{contact}</span>
          </li>
        )}
        {appointment.facts.map(({ icon, text }) => {
          const Icon = factIcons[icon]
          return (
            <li key={text}>
              <Icon />
              <span>{text}</span>
            </li>
          )
        })}
        {facts}
        {fee && (
          <li>
            <MoneyIcon />
            <span className="tabular">{fee}</span>
          </li>
        )}
      </ul>
      {reason && (
        <p className={css.reason}>
          <span>{appointment.trade === 'sitting' ? 'Comment' : 'Reason'}</span> {reason}
        </p>
      )}
      {rating}
      {more}
      {end && (
        <p className={css.end}>
          {end}
          {closingReason && <q>{closingReason}</q>}
        </p>
      )}
      {instead}
      <div className={css.actions}>{actions}</div>
      {links}
    </article>
  )
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
