import { useSearchParams } from 'react-router'

/** Filters of the orders' view. Its two lists share them, so that neither drops the other's from the URL. */
export const orderFilters = ['returns', 'buyer', 'seller', 'state', 'from', 'to'] as const

/** Reads a view's filters from the URL, and returns how to change some of them. Empty ones are left out of the URL. */
export function useFilters<Name extends string>(view: string, names: readonly Name[]) {
  const [params, setParams] = useSearchParams()
  const filtersIn = (search: URLSearchParams) =>
    Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) as Record<Name, string>
  const go = (next: Partial<Record<Name, string>>) => {
    // `params` is stale while an earlier change of a filter renders; using it would lose that change.
    const now = filtersIn(new URLSearchParams(window.location.search))
    setParams(
      Object.fromEntries(Object.entries<string>({ view, ...now, ...next }).filter(([, value]) => value)),
      { replace: true, preventScrollReset: true },
    )
  }
  return { filters: filtersIn(params), go }
}
