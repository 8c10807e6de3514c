import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { prefetchTimes } from '#/booking/web/index.ts'
import { calendarOf } from './veterinary.ts'

/** Fetches what the booking dialog of a vet is made of and shows first, as soon as someone is about to open it. */
export function usePrefetchBooking(loadDialog: () => Promise<unknown>) {
  const client = useQueryClient()
  return useCallback(
    (vetId: string) => {
      // Failures are told by the dialog itself, when it is opened.
      void loadDialog().catch(() => undefined)
      void prefetchTimes(client, calendarOf(vetId))
    },
    [client, loadDialog],
  )
}

/** Runs when the browser has nothing better to do; Safari, which cannot say, gets a moment. */
export function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const id = requestIdleCallback(run)
    return () => cancelIdleCallback(id)
  }
  const timer = setTimeout(run, 500)
  return () => clearTimeout(timer)
}
