import { useQueries } from '@tanstack/react-query'
import { appointments } from '#/appointments/web/appointments.ts'
import { formatInstant } from '#/kernel/time.ts'
import css from './PetClash.module.css'

type Props = {
  petId: string
  /** The times being booked; of many, only the first are checked. */
  times: readonly { startsAt: Date; endsAt: Date }[]
}

const mostTimes = 7

/** Warns that the pet has another appointment then. It may be intended, so nothing is refused. */
export function PetClash({ petId, times }: Props) {
  const answers = useQueries({
    queries: times.slice(0, mostTimes).map(({ startsAt, endsAt }) =>
      appointments.query.petClash.queryOptions({
        input: { petId, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() },
      }),
    ),
  })
  const clash = answers.find(({ data }) => data?.clash)?.data?.clash
  return (
    <p role="status" className={css.clash}>
      {clash &&
        `${clash.petName} has another appointment then: with ${clash.with}, ${formatInstant(clash.startsAt, clash.timeZone)}. You can book this one all the same.`}
    </p>
  )
}
