import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { BookingDialogFooter } from '#/booking/web/index.ts'
import { telephone } from '#/kernel/phone.ts'
import { formatDay } from '#/kernel/time.ts'
import { useMyPets } from '#/pets/web/index.ts'
import css from './BookingEnd.module.css'

type Props = {
  slot: { date: string; startTime: string; endTime: string } | null
  /** There is nothing to choose in the whole window. */
  blocked: boolean
  phone: string | null
  petId: string
  /** Brings the times into sight. */
  onFindTime: () => void
  ready: boolean
  busy: boolean
  onCancel: () => void
}

/** What is chosen, and the two ways out of the form. */
export function BookingEnd({ slot, blocked, phone, petId, onFindTime, ready, busy, onCancel }: Props) {
  const { pets } = useMyPets({ all: true })
  const pet = pets.find(({ id }) => id === petId)
  return (
    <BookingDialogFooter>
      <p className={css.chosen}>
        {slot ? (
          <>
            <strong>{formatDay(slot.date)}</strong> {slot.startTime}-{slot.endTime}
            {pet && <span className={css.pet}> with {pet.name}</span>}
          </>
        ) : (
          <NothingChosen blocked={blocked} phone={phone} onFindTime={onFindTime} />
        )}
      </p>
      <div className={css.buttons}>
        <Button variant="default" onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" color="marigold" disabled={!ready}>
          {busy ? 'Booking...' : 'Book Appointment'}
        </Button>
      </div>
    </BookingDialogFooter>
  )
}

function NothingChosen({ blocked, phone, onFindTime }: Pick<Props, 'blocked' | 'phone' | 'onFindTime'>) {
  if (!blocked)
    return (
      <button type="button" className={css.find} onClick={onFindTime}>
        Choose a time to book.
      </button>
    )
  if (!phone) return null
  return (
    <>
      Call the clinic: <a href={telephone(phone)}>{phone}</a>
    </>
  )
}
