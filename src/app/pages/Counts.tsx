import { useQuery } from '@tanstack/react-query'
import { veterinary } from '#/veterinary/web/veterinary.ts'
import css from './Counts.module.css'

const names = [
  ['vets', 'verified vet', 'verified vets'],
  ['cities', 'city', 'cities'],
  ['visits', 'visit completed', 'visits completed'],
] as const

/**
 * How much there is here. The page is written without it and keeps its place free, so that nothing moves when it comes;
 * what there is none of is not boasted of, and a failure is nothing that a reader has to know.
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
