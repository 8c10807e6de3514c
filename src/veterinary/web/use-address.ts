import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { isDay } from '#/kernel/time.ts'
import type { VetFilters } from './veterinary.ts'

/** Marks the history entry that a card's button made, so that closing goes back instead of forward. */
export type OpenedHere = { openedHere: true }

const path = '/services/book-a-vet'

/** What the address of this screen says: the filters, whose dialog is open, and a pet just added for it. */
export function useAddress() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const opened = (useLocation().state as OpenedHere | null)?.openedHere
  const location = params.get('location') || undefined
  const specialization = params.get('specialization') || undefined

  const filters = useMemo<VetFilters>(
    () => ({ ...(location ? { location } : {}), ...(specialization ? { specialization } : {}) }),
    [location, specialization],
  )
  const linkTo = useCallback((vetId: string) => addressOf(filters, vetId), [filters])
  const setFilters = useCallback(
    (next: VetFilters) => {
      // A card may have been opened this very moment, before this page was drawn anew: its dialog stays.
      if (new URLSearchParams(window.location.search).has('vet')) return
      void navigate(addressOf(next), { replace: true, preventScrollReset: true })
    },
    [navigate],
  )
  const close = useCallback(
    () =>
      opened
        ? void navigate(-1)
        : void navigate(addressOf(filters), { replace: true, preventScrollReset: true }),
    [navigate, opened, filters],
  )
  const openVet = params.get('vet')
  const day = params.get('day')
  return {
    ...{ filters, setFilters, openVet, linkTo, close, newPet: params.get('pet') },
    day: day && isDay(day) ? day : null,
  }
}

function addressOf(filters: VetFilters, vet?: string): string {
  const search = new URLSearchParams({ ...filters, ...(vet ? { vet } : {}) }).toString()
  return search ? `${path}?${search}` : path
}
