import { type ReactNode, useId } from 'react'
import type { Appointment } from '#/appointments/contract.ts'
import { noSecondClick } from '#/kernel/web/double-click.ts'
import css from './AppointmentCard.module.css'
import { CardHead, PetFacts } from './AppointmentCard.tsx'

type Props = {
  portrait: ReactNode
  appointment: Omit<Appointment, 'provider'>
  name: string
  /** Appointments of the series in this list. */
  count: number
  days: ReactNode
}

/** A series of which no day matters more than the others, as past ones. */
export function SeriesCard({ portrait, appointment: { title, pets }, name, count, days }: Props) {
  const titleId = useId()
  return (
    <article className={css.card} aria-labelledby={titleId} tabIndex={-1} {...noSecondClick}>
      <CardHead portrait={portrait} kind={`${title} · ${count} days`} name={name} titleId={titleId} />
      <ul className={css.facts}>
        <PetFacts pets={pets} />
      </ul>
      {days}
    </article>
  )
}
