import css from './ActiveFilters.module.css'

type Props<Key> = { filters: readonly { key: Key; name: string }[]; onRemove(key: Key): void }

/** Lists the active filters, each with a button to remove it. */
export function ActiveFilters<Key extends string>({ filters, onRemove }: Props<Key>) {
  if (filters.length === 0) return null
  return (
    <ul className={css.active} aria-label="Active filters">
      {filters.map(({ key, name }) => (
        <li key={key}>
          <button type="button" aria-label={`Remove filter: ${name}`} onClick={() => onRemove(key)}>
            {name}
            <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
