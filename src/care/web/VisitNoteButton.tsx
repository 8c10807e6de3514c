import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { Phase } from '#/appointments/rules.ts'
import type { Trade } from '#/booking/trades.ts'
import { mayWriteOf } from '#/care/rules.ts'
import { noteAddress } from './addresses.ts'
import { useBookingNote } from './booking-notes.ts'

type Props = {
  side: 'owner' | 'provider'
  booking: {
    id: string
    trade: Trade
    phase: Phase
    startsAt: Date
    pets: readonly { id: string; name: string }[]
  }
  now: Date
}

const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1)

export function VisitNoteButton({ side, booking, now }: Props) {
  const { id, pets } = booking
  const noun = booking.trade === 'training' ? 'session note' : 'visit note'
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
        aria-label={`${capital(noun)} for ${pet.name}`}
      >
        {note.isSigned ? capital(noun) : `${capital(noun)} (draft)`}
      </Button>
    )
  if (side === 'owner' || note === undefined || !isWritable) return null
  return (
    <Button
      component={Link}
      to={noteAddress.ofVisit(pet.id, id)}
      variant="default"
      aria-label={`Add ${noun} for ${pet.name}`}
    >
      Add {noun}
    </Button>
  )
}
