import { useQuery } from '@tanstack/react-query'
import type { Counts as CountsOf } from '#/appointments/contract.ts'
import { appointments } from '#/appointments/web/appointments.ts'
import css from './Counts.module.css'

const namesOf = ({ providers, cities, completed }: CountsOf) => [
  [providers.veterinary, 'verified vet', 'verified vets'] as const,
  [providers.training, 'trainer', 'trainers'] as const,
  [providers.styling, 'stylist', 'stylists'] as const,
  [cities, 'city', 'cities'] as const,
  [completed, 'appointment completed', 'appointments completed'] as const,
]

/**
 * Shows how much there is here. The prerendered page keeps its place free, so that nothing moves. Zeros and failures
 * stay hidden.
 */
export function Counts() {
  const { data } = useQuery(appointments.query.counts.queryOptions({ staleTime: 300_000 }))
  const counted = data ? namesOf(data).filter(([count]) => count > 0) : []
  return (
    <div className={css.place}>
      {counted.length > 0 && (
        <dl className={css.counts}>
          {counted.map(([count, one, many]) => (
            <div key={one}>
              <dt>{count === 1 ? one : many}</dt>
              <dd>{count.toLocaleString('en-IN')}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
