import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { redFlagIn } from '#/appointments/red-flags.ts'
import { ChooseDay, ChooseSlot } from '#/booking/web/index.ts'
import { MINUTE } from '#/kernel/duration.ts'
import { type ClockTime, minutesOf, zoneLabel } from '#/kernel/time.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { BookingEnd } from './BookingEnd.tsx'
import { BookingExtras, type Extra } from './BookingExtras.tsx'
import css from './BookingForm.module.css'
import type { BookingFailure } from './booking-failure.ts'
import { HomeAddress } from './HomeAddress.tsx'
import { MeetingChoice } from './MeetingChoice.tsx'
import { OnlineDetails } from './OnlineDetails.tsx'
import { type Offer, priceFor, whereText } from './offer.ts'
import { PetClash } from './PetClash.tsx'
import { UrgentFirst } from './UrgentFirst.tsx'
import type { Booking } from './use-booking.ts'

type Props = {
  offer: Offer
  booking: Booking
  /** The provider at a glance. */
  summary: ReactNode
  /** The trade's required fields, before the day. */
  required?: ReactNode
  /** The trade's own fields beside pet and reason. */
  extra?: Extra
  /** The trade's fields instead of pet and reason. */
  wishes?: ReactNode
  /** Unfolds the optional fields from the start. */
  startsOpen: boolean
  onCancel(): void
}

/** Books an appointment in person or online, from the day to the button. */
export function BookingForm({
  offer,
  booking,
  summary,
  required,
  extra,
  wishes,
  startsOpen,
  onCancel,
}: Props) {
  const { words } = offer
  const { times, chosen, choose, failure } = booking
  const { slot, timeZone = offer.timeZone } = times
  const alert = useRef<HTMLParagraphElement>(null)
  const timesTitle = useRef<HTMLHeadingElement>(null)
  const online = useRef<HTMLDivElement>(null)
  const address = useRef<HTMLDivElement>(null)
  const asked = useRef<HTMLDivElement>(null)
  const parts = { online, address, asked }
  useEffect(() => {
    if (failure) alert.current?.focus()
  }, [failure])

  const redFlag = words.hasEmergencies ? redFlagIn(chosen.reason) : null
  const [urgency, setUrgency] = useState<'unasked' | 'asking' | 'answered'>('unasked')

  function submit(event: FormEvent) {
    event.preventDefault()
    if (redFlag && chosen.isOnline && urgency === 'unasked' && booking.ready) return setUrgency('asking')
    booking.book()
  }

  function bookAnyway() {
    setUrgency('answered')
    booking.book()
  }

  const alertOf = ({ text, way }: BookingFailure) => (
    <p ref={alert} role="alert" tabIndex={-1} className={css.failure}>
      {text} {way && <Link to={way.to}>{way.label}</Link>}
    </p>
  )
  const at = slot?.startsAt ?? times.slots.data?.slots[0]?.startsAt ?? new Date()
  const zone = zoneLabel(timeZone, ownZone(), at)
  return (
    <form onSubmit={submit} className={css.form}>
      <div className={css.columns}>
        {summary}
        {words.onlyInPerson ? (
          <p className={css.place}>{whereText(offer)}</p>
        ) : (
          <MeetingChoice
            offer={offer}
            isOnline={chosen.isOnline}
            onChange={(isOnline) => choose({ isOnline })}
          />
        )}
      </div>
      {required}
      <div className={`${css.columns} ${css.when}`}>
        <section aria-labelledby="booking-date">
          <h3 id="booking-date">Date</h3>
          <ChooseDay
            times={times}
            words={words}
            canContact={offer.phoneNumber !== null}
            onPicked={() => showIfHidden(timesTitle.current)}
          />
        </section>
        <section aria-labelledby="booking-time">
          <h3 id="booking-time" ref={timesTitle}>
            Time
          </h3>
          {zone && (
            <p className={css.zone}>
              Times are the {words.called}’s: {zone}.
            </p>
          )}
          {failure?.place === 'time' && !slot && alertOf(failure)}
          {times.timeIsGone && <p className={css.gone}>The time you had chosen is no longer free.</p>}
          <ChooseSlot
            times={times}
            words={words}
            waitFor={{ trade: offer.trade, providerId: offer.providerId }}
          />
        </section>
      </div>
      <div ref={asked}>
        {wishes ?? (
          <BookingExtras
            value={chosen}
            onChange={choose}
            words={words}
            extra={extra}
            startsOpen={startsOpen}
          />
        )}
        <div role="status">
          {redFlag && (
            <p className={css.urgent}>
              You mention {redFlag}. That may not be able to wait for {chosen.isOnline ? 'a call' : 'a visit'}
              .{' '}
              <a href="/emergency-services" target="_blank" rel="noopener">
                Emergency help
              </a>
            </p>
          )}
        </div>
      </div>
      {slot &&
        chosen.petIds.map((petId) => (
          <PetClash key={petId} petId={petId} times={[{ startsAt: slot.startsAt, endsAt: endOf(slot) }]} />
        ))}
      {booking.address !== null && (
        <div ref={address}>
          <HomeAddress
            name={offer.name}
            value={booking.address}
            isMissing={failure !== undefined && booking.address.trim() === ''}
            onChange={(address) => choose({ address })}
          />
        </div>
      )}
      {chosen.isOnline && (
        <div ref={online}>
          <OnlineDetails offer={offer} value={chosen.online} onChange={booking.chooseOnline} time={slot} />
        </div>
      )}
      {failure?.place === 'end' && alertOf(failure)}
      <UrgentFirst
        opened={urgency === 'asking'}
        sign={redFlag}
        onBook={bookAnyway}
        onClose={() => setUrgency('unasked')}
      />
      <BookingEnd
        slot={slot}
        price={offer.isHourly ? priceFor(offer, slot) : null}
        priceIsEstimate={offer.priceIsEstimate === true}
        blocked={booking.blocked}
        phone={offer.phoneNumber}
        words={words}
        petIds={chosen.petIds}
        lacking={booking.lacking}
        onFindTime={() => timesTitle.current?.scrollIntoView({ block: 'start' })}
        onFindDetails={() => parts[booking.lackingIn].current?.scrollIntoView({ block: 'start' })}
        ready={booking.ready}
        busy={booking.busy}
        onCancel={onCancel}
      />
    </form>
  )
}

/** Scrolls to the slots on a phone, where they are below the calendar. */
function showIfHidden(element: HTMLElement | null) {
  if (element && element.getBoundingClientRect().top > window.innerHeight * 0.6)
    element.scrollIntoView({ block: 'center' })
}

const endOf = ({
  startsAt,
  startTime,
  endTime,
}: {
  startsAt: Date
  startTime: ClockTime
  endTime: ClockTime
}) => new Date(startsAt.getTime() + (minutesOf(endTime) - minutesOf(startTime)) * MINUTE)
