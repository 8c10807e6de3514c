import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { isDay } from '#/kernel/time.ts'
import { type Filters, readFilters, toParams } from './filters.ts'

/** Marks the history entry that a card's button made, so that closing goes back instead of forward. */
export type OpenedHere = { openedHere: true }

/** A trade's search page, and the parameter that opens a provider's dialog. */
export type Place = { path: string; opens: string }

/** Reads a list's URL: its filters, the open dialog's provider, and a pet just added for it. */
export function useAddress({ path, opens }: Place) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const opened = (useLocation().state as OpenedHere | null)?.openedHere
  const filters = useMemo(() => readFilters(params), [params])
  const addressOf = useCallback(
    (wanted: Filters, providerId?: string): string => {
      const search = new URLSearchParams({
        ...toParams(wanted),
        ...(providerId ? { [opens]: providerId } : {}),
      })
      return search.size > 0 ? `${path}?${search}` : path
    },
    [path, opens],
  )
  const linkTo = useCallback((providerId: string) => addressOf(filters, providerId), [addressOf, filters])
  const setFilters = useCallback(
    (next: Filters, { isTyped = false } = {}) => {
      // Keep a dialog that was opened before this render.
      if (new URLSearchParams(window.location.search).has(opens)) return
      // Back leads to the list before a filter, not to each typed letter.
      void navigate(addressOf(next), { replace: isTyped, preventScrollReset: true })
    },
    [navigate, addressOf, opens],
  )
  const close = useCallback(
    () =>
      opened
        ? void navigate(-1)
        : void navigate(addressOf(filters), { replace: true, preventScrollReset: true }),
    [navigate, opened, addressOf, filters],
  )
  const day = params.get('day')
  return {
    filters,
    setFilters,
    open: params.get(opens),
    linkTo,
    close,
    newPet: params.get('pet'),
    day: day && isDay(day) ? day : null,
  }
}
