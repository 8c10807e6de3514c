import { useQuery } from '@tanstack/react-query'
import { appointments } from '#/appointments/web/appointments.ts'
import { formatInstant } from '#/kernel/time.ts'
import css from './PetClash.module.css'

type Props = {
  petId: string
  times: readonly { startsAt: Date; endsAt: Date }[]
  /** A provider who would refuse a second booking at that time, so that their form says so itself. */
  exceptProviderId?: string
}

/** Warns that the pet has an appointment with somebody else then. It may be intended, so nothing is refused. */
export function PetClash({ petId, times, exceptProviderId }: Props) {
  const { data } = useQuery(
    appointments.query.petClash.queryOptions({
      input: {
        petId,
        ...(exceptProviderId && { exceptProviderId }),
        times: times.map(({ startsAt, endsAt }) => `${startsAt.toISOString()}/${endsAt.toISOString()}`),
      },
      enabled: times.length > 0,
    }),
  )
  const clash = data?.clash
  return (
    <p role="status" className={css.clash}>
      {clash &&
        `${clash.petName} has another appointment then: with ${clash.with}, ${formatInstant(clash.startsAt, clash.timeZone)}. You can book this one all the same.`}
    </p>
  )
}
