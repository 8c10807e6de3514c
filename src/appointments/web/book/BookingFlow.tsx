import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSession } from '#/accounts/web/index.ts'
import { appointmentsText } from '#/appointments/text.ts'
import { contactText } from '#/appointments/web/words.ts'
import { recordOfTrade } from '#/booking/trades.ts'
import { BookingDialog } from '#/booking/web/index.ts'
import { upperFirst } from '#/kernel/letters.ts'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { errorCode } from '#/kernel/web/error-text.ts'
import { Booked } from './Booked.tsx'
import css from './BookingFlow.module.css'
import type { Offer } from './offer.ts'
import { PaymentStep } from './PaymentStep.tsx'
import type { TradeWords } from './trade-words.ts'
import type { Done } from './use-booking.ts'

type Props<Provider> = {
  provider: UseQueryResult<Provider>
  offerOf(provider: Provider): Offer
  words: TradeWords
  onClose(): void
  /** Renders in the page instead of a dialog. */
  asPage?: boolean
  /** The trade's form, until something is booked. */
  children(provider: Provider, onBooked: (done: Done) => void): ReactNode
}

/** Books one provider in a dialog: the form, the payment, the success. */
export function BookingFlow<Provider>(props: Props<Provider>) {
  const { provider, offerOf, words, onClose, asPage = false, children } = props
  const own = useSession().user?.records
  const [done, setDone] = useState<Done>()
  const seeAll = <Button onClick={onClose}>See all {words.providers}</Button>
  if (provider.data) {
    const offer = offerOf(provider.data)
    if (own?.[recordOfTrade[offer.trade]] === offer.providerId)
      return (
        <BookingDialog title={offer.name} onClose={onClose} asPage={asPage}>
          <div className={css.message}>
            <p>{appointmentsText['appointments.own_calendar']}</p>
            {seeAll}
          </div>
        </BookingDialog>
      )
    return (
      <BookingDialog title={words.bookTitle ?? `Book with ${offer.name}`} onClose={onClose} asPage={asPage}>
        {asPage && <h2 className={css.with}>With {offer.name}</h2>}
        {done ? <Ended done={done} offer={offer} onClose={onClose} /> : children(provider.data, setDone)}
      </BookingDialog>
    )
  }
  if (provider.isError) {
    const unknown = ['request.not_found', 'request.malformed'].includes(errorCode(provider.error))
    return (
      <BookingDialog
        title={unknown ? `${upperFirst(words.provider)} not found` : 'Something went wrong'}
        onClose={onClose}
        asPage={asPage}
      >
        <div className={css.message}>
          <Drawing name={unknown ? 'no-results' : 'something-went-wrong'} />
          <p>
            {unknown
              ? `We couldn’t find this ${words.provider}. The link may be old, or they’re no longer listed.`
              : `Failed to load ${words.providers}. Please try again.`}
          </p>
          {unknown ? (
            seeAll
          ) : (
            <Button onClick={() => provider.refetch()} loading={provider.isFetching}>
              Retry
            </Button>
          )}
        </div>
      </BookingDialog>
    )
  }
  return (
    <BookingDialog title={words.bookTitle ?? `Book a ${words.provider}`} onClose={onClose} asPage={asPage}>
      <div className={css.waiting} role="status" aria-label="Loading">
        <span />
        <span />
        <span />
      </div>
    </BookingDialog>
  )
}

/** Shows the payment, if there is one to make here, then the success. */
function Ended({
  done: { booked, petIds, online },
  offer,
  onClose,
}: {
  done: Done
  offer: Offer
  onClose(): void
}) {
  const [isPutOff, setPutOff] = useState(false)
  const { name, words } = offer
  const noun = booked.isOnline ? words.online : words.inPerson
  return booked.payment && !isPutOff ? (
    <PaymentStep
      booked={{ ...booked, payment: booked.payment }}
      noun={noun}
      name={name}
      methodId={(booked.isOnline && online.methodId) || null}
      onCancel={() => setPutOff(true)}
    />
  ) : (
    <Booked
      booked={booked}
      noun={noun}
      name={name}
      place={booked.isOnline ? contactText(online) : offer.comesToOwner ? 'At your home' : offer.place}
      petIds={petIds}
      onClose={onClose}
    />
  )
}
