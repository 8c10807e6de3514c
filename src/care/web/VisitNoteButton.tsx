import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { Phase } from '#/appointments/rules.ts'
import { mayWriteOf } from '#/care/rules.ts'
import { noteAddress } from './addresses.ts'
import { useBookingNote } from './booking-notes.ts'

type Props = {
  side: 'owner' | 'provider'
  booking: { id: string; phase: Phase; startsAt: Date; pets: readonly { id: string; name: string }[] }
  now: Date
}

export function VisitNoteButton({ side, booking, now }: Props) {
  const { id, pets } = booking
  // A booking has one note, about its first pet.
  const pet = pets[0]
  const isWritable = mayWriteOf(booking, now)
  // Skip bookings that haven't begun. Cancelled ones may have a note.
  const note = useBookingNote(id, pet !== undefined && booking.startsAt <= now)
  if (!pet) return null
  if (note)
    return (
      <Button
        component={Link}
        to={noteAddress.note(note.noteId)}
        variant="default"
        aria-label={`Visit note for ${pet.name}`}
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
      aria-label={`Add visit note for ${pet.name}`}
    >
      Add visit note
    </Button>
  )
}
