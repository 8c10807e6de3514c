import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { Phase } from '#/appointments/rules.ts'
import type { Trade } from '#/booking/trades.ts'
import { formFor } from '#/care/forms.ts'
import { mayWriteOf } from '#/care/rules.ts'
import { noteAddress } from './addresses.ts'
import { useBookingCare } from './booking-notes.ts'

export type CareProps = {
  side: 'owner' | 'provider'
  booking: {
    id: string
    trade: Trade
    phase: Phase
    startsAt: Date
    endsAt: Date
    pets: readonly { id: string; name: string }[]
  }
  now: Date
}

/** Shows a button per pet, to read its note or write it. */
export function VisitNoteButtons({ side, booking, now }: CareProps) {
  const { id, pets } = booking
  const form = formFor(booking.trade)
  const isWritable = mayWriteOf(booking, now)
  // Skip bookings that haven't begun. Cancelled ones may have a note.
  const { data: found } = useBookingCare(id, form !== null && pets.length > 0 && booking.startsAt <= now)
  if (!found || !form) return null
  const { title, noun } = form
  return pets.map((pet) => {
    const note = found.notes.find(({ petId }) => petId === pet.id)
    const ofPet = pets.length > 1 ? ` for ${pet.name}` : ''
    if (note) {
      const draft = note.isSigned ? '' : ' (draft)'
      return (
        <Button
          key={pet.id}
          component={Link}
          to={noteAddress.note(note.noteId)}
          variant="default"
          {...(!ofPet && { 'aria-label': `${title}${draft} for ${pet.name}` })}
        >
          {title}
          {ofPet}
          {draft}
        </Button>
      )
    }
    if (side === 'owner' || !isWritable) return null
    return (
      <Button
        key={pet.id}
        component={Link}
        to={noteAddress.ofVisit(pet.id, id)}
        variant="default"
        aria-label={`Add ${noun} for ${pet.name}`}
      >
        Add {noun}
        {ofPet}
      </Button>
    )
  })
}
