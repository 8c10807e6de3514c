import { useSearchParams } from 'react-router'

/** Reads a view's filters from the URL, and returns how to change some of them. Empty ones are left out of the URL. */
export function useFilters<Name extends string>(view: string, names: readonly Name[]) {
  const [params, setParams] = useSearchParams()
  const filters = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<
    Name,
    string
  >
  const go = (next: Partial<Record<Name, string>>) =>
    setParams(
      Object.fromEntries(Object.entries<string>({ view, ...filters, ...next }).filter(([, value]) => value)),
      { replace: true, preventScrollReset: true },
    )
  return { filters, go }
}
