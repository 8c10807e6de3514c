import { Button } from '@mantine/core'
import { petNames } from '#/appointments/web/words.ts'
import { BookingDialogFooter } from '#/booking/web/index.ts'
import { formatMoney, type Money } from '#/kernel/money.ts'
import { formatPhone, telephone } from '#/kernel/phone.ts'
import { formatDay } from '#/kernel/time.ts'
import { useMyPets } from '#/pets/web/index.ts'
import css from './BookingEnd.module.css'
import type { TradeWords } from './trade-words.ts'

type Props = {
  slot: { date: string; startTime: string; endTime: string } | null
  /** The price of the chosen slot, if it depends on that. */
  price: Money | null
  priceIsEstimate: boolean
  /** True if nothing can be chosen in the whole window. */
  blocked: boolean
  phone: string | null
  words: TradeWords
  petIds: readonly string[]
  /** Says what is missing once a slot is chosen. */
  lacking: string | null
  /** Scrolls to the times. */
  onFindTime: () => void
  onFindDetails: () => void
  ready: boolean
  busy: boolean
  onCancel: () => void
}

/** Shows the choice with the buttons to book and to cancel. */
export function BookingEnd(props: Props) {
  const {
    slot,
    price,
    priceIsEstimate,
    blocked,
    phone,
    words,
    petIds,
    lacking,
    onFindTime,
    onFindDetails,
    ready,
    busy,
    onCancel,
  } = props
  const { pets } = useMyPets({ all: true })
  const names = petNames(pets.filter(({ id }) => petIds.includes(id)))
  return (
    <BookingDialogFooter>
      <p className={css.chosen}>
        {slot ? (
          <>
            <strong>{formatDay(slot.date)}</strong> {slot.startTime}-{slot.endTime}
            {names && <span className={css.pet}> with {names}</span>}
            {price && (
              <strong>
                {' '}
                · {priceIsEstimate && 'about '}
                {formatMoney(price)}
              </strong>
            )}{' '}
            {lacking && (
              <button type="button" className={css.find} onClick={onFindDetails}>
                {lacking}
              </button>
            )}
          </>
        ) : (
          <NothingChosen blocked={blocked} phone={phone} words={words} onFindTime={onFindTime} />
        )}
      </p>
      <div className={css.buttons}>
        <Button variant="default" onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" color="marigold" disabled={!ready}>
          {busy ? 'Booking...' : (words.book ?? 'Book Appointment')}
        </Button>
      </div>
    </BookingDialogFooter>
  )
}

function NothingChosen({
  blocked,
  phone,
  words,
  onFindTime,
}: Pick<Props, 'blocked' | 'phone' | 'words' | 'onFindTime'>) {
  if (!blocked)
    return (
      <button type="button" className={css.find} onClick={onFindTime}>
        Choose a time to book.
      </button>
    )
  if (!phone) return null
  return (
    <>
      Call the {words.called}: <a href={telephone(phone)}>{formatPhone(phone)}</a>
    </>
  )
}
