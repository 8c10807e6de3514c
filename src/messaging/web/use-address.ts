import { useCallback } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

/** Marks the history entry that a button here made, so that closing goes back instead of forward. */
type OpenedHere = { openedHere: true }
export const openedHere: OpenedHere = { openedHere: true }

/** The address of this page with a thread open over it. */
export function useThreadAddress(bookingId: string): string {
  const [params] = useSearchParams()
  const next = new URLSearchParams(params)
  next.set('messages', bookingId)
  return `?${next}`
}

/** Which thread the address opens, and how to close it. */
export function useOpenThread() {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const opened = (useLocation().state as OpenedHere | null)?.openedHere
  const close = useCallback(() => {
    if (opened) return void navigate(-1)
    setParams(
      (now) => {
        now.delete('messages')
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  }, [opened, navigate, setParams])
  return { bookingId: params.get('messages'), close }
}
