import css from './FactList.module.css'
import type { Fact } from './pet-facts.ts'

export function FactList({ facts, empty }: { facts: Fact[]; empty?: string }) {
  const known = facts.filter(({ value }) => value)
  if (known.length === 0) return empty ? <p className={css.empty}>{empty}</p> : null
  return (
    <dl className={css.facts}>
      {known.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
