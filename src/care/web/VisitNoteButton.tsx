import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { AppointmentStatus } from '#/booking/rules.ts'
import { mayWriteOf } from '../rules.ts'
import { noteAddress } from './addresses.ts'
import { useBookingNote } from './booking-notes.ts'

type Props = {
  side: 'owner' | 'provider'
  booking: { id: string; status: AppointmentStatus; startsAt: Date; pet: { id: string; name: string } | null }
  now: Date
}

/** On the card of a booking: its note, or for its provider the way to write one. */
export function VisitNoteButton({ side, booking, now }: Props) {
  const { id, pet } = booking
  const isWritable = mayWriteOf(booking, now)
  // A booking that has not begun has none; one that was called off later may have.
  const note = useBookingNote(id, pet !== null && booking.startsAt <= now)
  if (!pet) return null
  if (note)
    return (
      <Button
        component={Link}
        to={noteAddress.note(note.noteId)}
        variant="default"
        aria-label={`Visit note of ${pet.name}`}
      >
        {note.isSigned ? 'Visit note' : 'Visit note (draft)'}
      </Button>
    )
  if (side === 'owner' || note === undefined || !isWritable) return null
  return (
    <Button
      component={Link}
      to={noteAddress.ofVisit(pet.id, id)}
      variant="default"
      aria-label={`Add visit note of ${pet.name}`}
    >
      Add visit note
    </Button>
  )
}
