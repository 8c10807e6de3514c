import { useCallback } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

/** Marks history entries made by our own button, so that closing goes back instead of forward. */
type OpenedHere = { openedHere: true }
export const openedHere: OpenedHere = { openedHere: true }

export function useThreadAddress(bookingId: string): string {
  const [params] = useSearchParams()
  const next = new URLSearchParams(params)
  next.set('messages', bookingId)
  return `?${next}`
}

export function useOpenThread() {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const opened = (useLocation().state as OpenedHere | null)?.openedHere
  const close = useCallback(() => {
    if (opened) return void navigate(-1)
    setParams(
      (now) => {
        now.delete('messages')
        now.delete('openMessages')
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  }, [opened, navigate, setParams])
  return { bookingId: params.get('messages'), close }
}
