import { useQuery } from '@tanstack/react-query'
import { queryClient } from '#/kernel/web/query-client.ts'
import { care } from './care.ts'

type BookingNote = { petId: string; noteId: string; isSigned: boolean }
type Asked = {
  bookingId: string
  answer: (notes: BookingNote[]) => void
  fail: (error: unknown) => void
}

/** The server's limit. */
const most = 100
let waiting: Asked[] = []

/** Batches the cards of a list into one request. */
function ask(bookingId: string): Promise<BookingNote[]> {
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
    ({ notes }) => {
      const byBooking = Map.groupBy(notes, (note) => note.bookingId)
      for (const { bookingId, answer } of asked) answer(byBooking.get(bookingId) ?? [])
    },
    (error) => {
      for (const { fail } of asked) fail(error)
    },
  )
}

const keyOf = (bookingId: string) => [...care.query.ofBookings.key(), bookingId]

export function useBookingNotes(bookingId: string, isWanted: boolean) {
  return useQuery({ queryKey: keyOf(bookingId), queryFn: () => ask(bookingId), enabled: isWanted }).data
}

export const reloadNotes = () => queryClient.invalidateQueries({ queryKey: care.query.key() })
