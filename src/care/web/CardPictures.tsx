import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { formFor } from '#/care/forms.ts'
import { mayChangePictures } from '#/care/rules.ts'
import { noteAddress } from './addresses.ts'
import { useBookingCare } from './booking-notes.ts'
import { PictureRow } from './PictureRow.tsx'
import type { CareProps } from './VisitNoteButtons.tsx'

const hasPictures = ({ trade, pets, startsAt }: CareProps['booking'], now: Date) =>
  Boolean(formFor(trade)?.hasPictures) && pets.length > 0 && startsAt <= now

/** Shows a booking's pictures on its card. */
export function CardPictures({ booking, now }: CareProps) {
  const { data } = useBookingCare(booking.id, hasPictures(booking, now))
  if (!data?.pictures.length) return null
  return booking.pets.map(({ id, name }) => {
    const pictures = data.pictures.filter(({ petId }) => petId === id)
    return pictures.length > 0 && <PictureRow key={id} pictures={pictures} petName={name} />
  })
}

/** Lets the provider add pictures. */
export function PictureButtons({ side, booking, now }: CareProps) {
  if (side === 'owner' || !hasPictures(booking, now) || !mayChangePictures(booking, now)) return null
  const { id, pets } = booking
  return pets.map((pet) => (
    <Button
      key={pet.id}
      component={Link}
      to={noteAddress.pictures(pet.id, id)}
      variant="default"
      aria-label={`Pictures of ${pet.name}`}
    >
      Pictures{pets.length > 1 && ` of ${pet.name}`}
    </Button>
  ))
}
