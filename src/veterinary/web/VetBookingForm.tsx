import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Input.css'
import { Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import {
  ChooseDay,
  ChooseSlot,
  keepDraft,
  readDraft,
  type TimeChoice,
  useBookingTimes,
} from '#/booking/web/index.ts'
import { zoneLabel } from '#/kernel/time.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { Appointment, Vet } from '../contract.ts'
import { BookingEnd } from './BookingEnd.tsx'
import { type BookingFailure, bookingFailure } from './booking-failure.ts'
import { ContactChoice, type PreferredContact } from './ContactChoice.tsx'
import { PetClash } from './PetClash.tsx'
import { PetPicker } from './PetPicker.tsx'
import css from './VetBookingForm.module.css'
import { VetSummary } from './VetSummary.tsx'
import { VisitType } from './VisitType.tsx'
import { calendarOf, forgetTimes, veterinary } from './veterinary.ts'

type Props = {
  vet: Vet
  newPetId: string | null
  onBooked: (appointment: Appointment) => void
  onCancel: () => void
}

type Draft = { time: TimeChoice | null; petId: string; reason: string; contact: PreferredContact }

const words = { provider: 'veterinarian', title: 'Doctor' }
const maxReason = 500

/** A visit in person, from the day to the button. */
export function VetBookingForm({ vet, newPetId, onBooked, onCancel }: Props) {
  const client = useQueryClient()
  const draftKey = { userId: useSession().user?.id ?? '', providerId: vet.id }
  const [draft] = useState(() => readDraft<Draft>(draftKey))
  const times = useBookingTimes(calendarOf(vet.id), draft.time)
  const [petId, setPetId] = useState(newPetId ?? draft.petId ?? '')
  const [reason, setReason] = useState(draft.reason ?? '')
  const [contact, setContact] = useState<PreferredContact>(draft.contact ?? 'phone')
  const [failure, setFailure] = useState<BookingFailure>()
  const alert = useRef<HTMLParagraphElement>(null)
  const timesTitle = useRef<HTMLHeadingElement>(null)

  const { day, slot, list, timeZone = vet.timeZone } = times
  const { userId, providerId } = draftKey
  useEffect(() => {
    const time = slot
      ? { day: slot.date, startTime: slot.startTime, endTime: slot.endTime }
      : day
        ? { day }
        : null
    keepDraft({ userId, providerId }, { time, petId, reason, contact } satisfies Draft)
  }, [userId, providerId, day, slot, petId, reason, contact])

  const booking = useWrite(veterinary.call.book, {
    onSuccess(appointment) {
      keepDraft(draftKey, null)
      forgetTimes(client, vet.id)
      toast({
        kind: 'success',
        title: 'Appointment Booked',
        message: 'Your appointment request has been sent to the veterinarian.',
      })
      onBooked(appointment)
    },
    onError(error) {
      const next = bookingFailure(error)
      setFailure(next)
      if (next.toast) toast({ kind: 'error', title: 'Error', message: next.text })
      if (next.place === 'time') {
        times.dropSlot()
        forgetTimes(client, vet.id)
      }
    },
  })
  useEffect(() => {
    if (failure) alert.current?.focus()
  }, [failure])

  const blocked = list.length > 0 && list.every(({ state }) => state !== 'available' && state !== 'full')
  const ready = slot !== null && !blocked && !booking.isPending

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!slot || !ready) return
    setFailure(undefined)
    const { date, startTime, endTime, startsAt } = slot
    booking.mutate({
      vetId: vet.id,
      slot: { date, startTime, endTime, startsAt },
      petId: petId || null,
      reason,
      preferredContact: contact,
    })
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
        <VisitType location={vet.location} />
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
          <ChooseSlot times={times} words={words} />
        </section>
      </div>
      <div className={`${css.columns} ${css.about}`}>
        <div className={css.choices}>
          <PetPicker value={petId} onChange={setPetId} />
          {slot && petId && <PetClash petId={petId} slot={slot} />}
          <ContactChoice value={contact} onChange={setContact} />
        </div>
        <Textarea
          label="Reason for the visit (optional)"
          description="What should the vet know beforehand?"
          rows={5}
          maxLength={maxReason}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </div>
      {failure?.place === 'end' && alertOf(failure)}
      <BookingEnd
        slot={slot}
        blocked={blocked}
        phone={vet.phoneNumber}
        petId={petId}
        onFindTime={() => timesTitle.current?.scrollIntoView({ block: 'start' })}
        ready={ready}
        busy={booking.isPending}
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
