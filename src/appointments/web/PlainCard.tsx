import { type ComponentType, type ReactNode, useId } from 'react'
import type { Appointment } from '#/appointments/contract.ts'
import type { AppointmentStatus } from '#/appointments/rules.ts'
import { noSecondClick } from '#/kernel/web/double-click.ts'
import css from './AppointmentCard.module.css'
import { CardHead, PetFacts } from './AppointmentCard.tsx'
import { CalendarIcon } from './icons.tsx'
import { StatusChip } from './StatusChip.tsx'

type Props = {
  portrait: ReactNode
  kind: string
  name: string
  status: AppointmentStatus
  when: ReactNode
  pets: Appointment['pets']
  facts: { name: string; icon: ComponentType; text: ReactNode }[]
  /** Somebody's words under a label like 'Reason'. */
  message: { label: string; text: string } | null
  note?: string | null
  end: { text: string; reason: string | null } | null
  actions: ReactNode
  /** Rarely needed links. */
  links?: ReactNode
}

/** Shows something that isn't an appointment, but stands among them. */
export function PlainCard(props: Props) {
  const { portrait, kind, name, status, when, pets, facts, message, note, end, actions, links } = props
  const titleId = useId()
  return (
    <article className={css.card} aria-labelledby={titleId} tabIndex={-1} {...noSecondClick}>
      <CardHead
        portrait={portrait}
        kind={kind}
        name={name}
        titleId={titleId}
        chip={<StatusChip status={status} />}
      />
      <div className={css.when}>
        <CalendarIcon />
        {when}
      </div>
      <ul className={css.facts}>
        <PetFacts pets={pets} />
        {facts.map(({ name: fact, icon: Icon, text }) => (
          <li key={fact}>
            <Icon />
            <span>{text}</span>
          </li>
        ))}
      </ul>
      {message && (
        <p className={css.reason}>
          <span>{message.label}</span> {message.text}
        </p>
      )}
      {note && <p className={css.note}>{note}</p>}
      {end && (
        <p className={css.end}>
          {end.text}
          {end.reason && <q>{end.reason}</q>}
        </p>
      )}
      <div className={css.actions}>{actions}</div>
      {links}
    </article>
  )
}
