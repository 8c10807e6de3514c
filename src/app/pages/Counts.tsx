import { useQuery } from '@tanstack/react-query'
import { veterinary } from '#/veterinary/web/veterinary.ts'
import css from './Counts.module.css'

const names = [
  ['vets', 'verified vet', 'verified vets'],
  ['cities', 'city', 'cities'],
  ['visits', 'visit completed', 'visits completed'],
] as const

/**
 * Shows how much there is here. The prerendered page keeps its place free, so that nothing moves. Zeros and failures
 * stay hidden.
 */
export function Counts() {
  const { data } = useQuery(veterinary.query.counts.queryOptions({ staleTime: 300_000 }))
  const counted = names.filter(([key]) => data?.[key])
  return (
    <div className={css.place}>
      {data && counted.length > 0 && (
        <dl className={css.counts}>
          {counted.map(([key, one, many]) => (
            <div key={key}>
              <dt>{data[key] === 1 ? one : many}</dt>
              <dd>{data[key].toLocaleString('en-IN')}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
