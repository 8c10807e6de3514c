import { type FormEvent, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { ChooseDay, ChooseSlot } from '#/booking/web/index.ts'
import { zoneLabel } from '#/kernel/time.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import type { Appointment, Vet } from '../contract.ts'
import { BookingEnd } from './BookingEnd.tsx'
import type { BookingFailure } from './booking-failure.ts'
import { OnlineDetails } from './OnlineDetails.tsx'
import { PetClash } from './PetClash.tsx'
import { useVetBooking } from './use-vet-booking.ts'
import css from './VetBookingForm.module.css'
import { VetSummary } from './VetSummary.tsx'
import { VisitExtras } from './VisitExtras.tsx'
import { VisitType } from './VisitType.tsx'

type Props = {
  vet: Vet
  newPetId: string | null
  /** A day that the address names, to begin with. */
  day: string | null
  /** With what it is to be charged to. */
  onBooked: (appointment: Appointment, methodId: string | null) => void
  onCancel: () => void
}

const words = { provider: 'veterinarian', title: 'Doctor' }

/** A visit in person or a teleconsultation, from the day to the button. */
export function VetBookingForm({ vet, newPetId, day, onBooked, onCancel }: Props) {
  const booking = useVetBooking({ vet, newPetId, day, onBooked })
  const { times, chosen, choose, failure } = booking
  const { slot, timeZone = vet.timeZone } = times
  const alert = useRef<HTMLParagraphElement>(null)
  const timesTitle = useRef<HTMLHeadingElement>(null)
  const details = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure) alert.current?.focus()
  }, [failure])
  const { online } = chosen

  function submit(event: FormEvent) {
    event.preventDefault()
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
        <VetSummary vet={vet} />
        <VisitType vet={vet} value={chosen.type} onChange={(type) => choose({ type })} />
      </div>
      <div className={`${css.columns} ${css.when}`}>
        <section aria-labelledby="booking-date">
          <h3 id="booking-date">Date</h3>
          <ChooseDay times={times} words={words} onPicked={() => showIfHidden(timesTitle.current)} />
        </section>
        <section aria-labelledby="booking-time">
          <h3 id="booking-time" ref={timesTitle}>
            Time
          </h3>
          {zone && <p className={css.zone}>Times are the clinic’s: {zone}.</p>}
          {failure?.place === 'time' && !slot && alertOf(failure)}
          {times.timeIsGone && <p className={css.gone}>The time you had chosen is no longer free.</p>}
          <ChooseSlot times={times} words={words} waitFor={{ trade: 'veterinary', providerId: vet.id }} />
        </section>
      </div>
      <VisitExtras value={chosen} onChange={choose} reach={booking.reach} startsOpen={newPetId !== null} />
      {slot && chosen.petId && <PetClash petId={chosen.petId} slot={slot} />}
      {booking.isOnline && (
        <div ref={details}>
          <OnlineDetails
            vet={vet}
            value={online}
            onChange={booking.chooseOnline}
            startsAt={slot?.startsAt ?? null}
          />
        </div>
      )}
      {failure?.place === 'end' && alertOf(failure)}
      <BookingEnd
        slot={slot}
        blocked={booking.blocked}
        phone={vet.phoneNumber}
        petId={chosen.petId}
        lacksDetails={booking.lacksDetails}
        onFindTime={() => timesTitle.current?.scrollIntoView({ block: 'start' })}
        onFindDetails={() => details.current?.scrollIntoView({ block: 'start' })}
        ready={booking.ready}
        busy={booking.busy}
        onCancel={onCancel}
      />
    </form>
  )
}

/** On a phone the times stand below the calendar, where one would not see them change. */
function showIfHidden(element: HTMLElement | null) {
  if (element && element.getBoundingClientRect().top > window.innerHeight * 0.6)
    element.scrollIntoView({ block: 'center' })
}
