import { useQuery } from '@tanstack/react-query'
import { appointments } from '#/appointments/web/appointments.ts'
import { formatInstant, MINUTE, minutesOf } from '#/kernel/time.ts'
import css from './PetClash.module.css'

type Props = { petId: string; slot: { startsAt: Date; startTime: string; endTime: string } }

/** Warns that the pet has another appointment then. That can be intended, so nothing is refused. */
export function PetClash({ petId, slot: { startsAt, startTime, endTime } }: Props) {
  const endsAt = new Date(startsAt.getTime() + (minutesOf(endTime) - minutesOf(startTime)) * MINUTE)
  const input = { petId, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
  const clash = useQuery(appointments.query.petClash.queryOptions({ input })).data?.clash
  return (
    <p role="status" className={css.clash}>
      {clash &&
        `${clash.petName} has another appointment then: with ${clash.with}, ${formatInstant(clash.startsAt, clash.timeZone)}. You can book this one all the same.`}
    </p>
  )
}
