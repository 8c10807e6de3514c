import { useQuery } from '@tanstack/react-query'
import { MINUTE } from '#/kernel/duration.ts'
import { queryClient } from '#/kernel/web/query-client.ts'
import { care } from './care.ts'

type BookingCare = Awaited<ReturnType<typeof care.call.ofBookings>>
type Asked = {
  bookingId: string
  answer: (found: BookingCare) => void
  fail: (error: unknown) => void
}

/** The server's limit. */
const most = 100
let waiting: Asked[] = []

/** Batches the cards of a list into one request. */
function ask(bookingId: string): Promise<BookingCare> {
  return new Promise((answer, fail) => {
    waiting.push({ bookingId, answer, fail })
    if (waiting.length === 1) setTimeout(askAll, 5)
    else if (waiting.length >= most) askAll()
  })
}

function askAll(): void {
  const asked = waiting
  waiting = []
  if (asked.length === 0) return
  care.call.ofBookings({ bookingIds: asked.map(({ bookingId }) => bookingId) }).then(
    ({ notes, incidents, pictures }) => {
      for (const { bookingId, answer } of asked) {
        const isOf = (one: { bookingId: string }) => one.bookingId === bookingId
        answer({
          notes: notes.filter(isOf),
          incidents: incidents.filter(isOf),
          pictures: pictures.filter(isOf),
        })
      }
    },
    (error) => {
      for (const { fail } of asked) fail(error)
    },
  )
}

export const renewEvery = 4 * MINUTE

const keyOf = (bookingId: string) => [...care.query.ofBookings.key(), bookingId]

export function useBookingCare(bookingId: string, isWanted: boolean) {
  return useQuery({
    queryKey: keyOf(bookingId),
    queryFn: () => ask(bookingId),
    enabled: isWanted,
    // Links to pictures expire after some minutes.
    refetchInterval: ({ state }) => (state.data?.pictures.length ? renewEvery : false),
  })
}

export const reloadNotes = () => queryClient.invalidateQueries({ queryKey: care.query.key() })
