import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { mayNoteIncident } from '#/care/incidents.ts'
import { noteAddress } from './addresses.ts'
import { useBookingCare } from './booking-notes.ts'
import type { CareProps } from './VisitNoteButtons.tsx'

/** Links to a booking's incidents, and for its provider a button to note one. */
export function IncidentButtons({ side, booking, now }: CareProps) {
  const { id, pets, startsAt } = booking
  const { data: found } = useBookingCare(id, pets.length > 0 && startsAt <= now)
  if (!found) return null
  const mayNote = side === 'provider' && mayNoteIncident(booking, now)
  return pets.map((pet) => {
    const ofPet = pets.length > 1 ? ` with ${pet.name}` : ''
    const incidents = found.incidents.filter(({ petId }) => petId === pet.id)
    return [
      ...incidents.map((incident, index) => {
        const number = incidents.length > 1 ? ` ${incidents.length - index}` : ''
        const isNew = side === 'owner' && !incident.isAnswered
        const words = `Incident${number}${ofPet}${isNew ? ': answer' : ''}`
        return (
          <Button
            key={incident.id}
            component={Link}
            to={noteAddress.incident(incident.id)}
            variant="default"
            {...(!ofPet && { 'aria-label': `${words}${isNew ? ',' : ''} with ${pet.name}` })}
          >
            {words}
          </Button>
        )
      }),
      mayNote && (
        <Button
          key={pet.id}
          component={Link}
          to={noteAddress.newIncident(pet.id, id)}
          variant="subtle"
          aria-label={`Note an incident with ${pet.name}`}
        >
          Note an incident{ofPet}
        </Button>
      ),
    ]
  })
}
