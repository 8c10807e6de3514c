import { useCallback, useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { addressOf, readAddress, type SitterFilters } from './address.ts'

/** Reads a list's URL, and changes its filters. */
export function useSitterAddress(path: string) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const address = useMemo(() => readAddress(params), [params])
  const setFilters = useCallback(
    (filters: SitterFilters) =>
      void navigate(addressOf(path, { ...address, filters }), { preventScrollReset: true }),
    [navigate, path, address],
  )
  const searchEverywhere = useCallback(() => {
    const { within: _, ...filters } = address.filters
    void navigate(addressOf(path, { wanted: { ...address.wanted, near: '' }, filters }), {
      preventScrollReset: true,
    })
  }, [navigate, path, address])
  return { address, setFilters, searchEverywhere }
}
