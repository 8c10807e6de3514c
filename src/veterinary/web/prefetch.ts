import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { prefetchTimes } from '#/booking/web/index.ts'
import { calendarOf } from './veterinary.ts'

/** Fetches what the booking dialog of a vet is made of and shows first, as soon as someone is about to open it. */
export function usePrefetchBooking(fetchDialog: () => void) {
  const client = useQueryClient()
  return useCallback(
    (vetId: string) => {
      fetchDialog()
      void prefetchTimes(client, calendarOf(vetId))
    },
    [client, fetchDialog],
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
