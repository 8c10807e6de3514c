import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useSession } from '#/accounts/web/index.ts'
import { keepDraft, readDraft, type TimeChoice, useBookingTimes } from '#/booking/web/index.ts'
import { errorCode } from '#/kernel/web/error-text.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { Appointment, Vet } from '../contract.ts'
import { payByText } from '../terms.ts'
import { type BookingFailure, bookingFailure } from './booking-failure.ts'
import type { PreferredContact } from './ContactChoice.tsx'
import { isComplete, nothingOnline, type Online } from './OnlineDetails.tsx'
import { reachedBy, useReach } from './use-reach.ts'
import type { VisitTypeChoice } from './VisitType.tsx'
import { calendarOf, forgetTimes, veterinary } from './veterinary.ts'

/** The vet says something else by now than is on the screen. */
const changedByVet = new Set(['veterinary.fee_changed', 'veterinary.policy_changed'])

type Options = {
  vet: Vet
  newPetId: string | null
  day: string | null
  onBooked: (appointment: Appointment, methodId: string | null) => void
}

type Draft = {
  time: TimeChoice | null
  type: VisitTypeChoice
  petId: string
  reason: string
  contact: PreferredContact
  online: Online
}

/** What is filled in to book a vet, kept while the tab lives, and the booking itself. */
export function useVetBooking({ vet, newPetId, day: askedDay, onBooked }: Options) {
  const client = useQueryClient()
  const userId = useSession().user?.id ?? ''
  const draftKey = { userId, providerId: vet.id }
  const [draft] = useState(() => readDraft<Draft>(draftKey))
  const times = useBookingTimes(calendarOf(vet.id), askedDay ? { day: askedDay } : draft.time)
  const reach = useReach()
  const [wanted, setChosen] = useState({
    type: offeredType(vet, draft.type),
    petId: newPetId ?? draft.petId ?? '',
    reason: draft.reason ?? '',
    contact: draft.contact ?? ('phone' as PreferredContact),
    // Terms are agreed to each time: they may say something else by now.
    online: { ...nothingOnline, ...draft.online, agreedTo: '' },
  })
  const chosen = { ...wanted, contact: reachedBy(wanted.contact, reach) }
  // On what is chosen then: a method may arrive in the moment somebody clicks elsewhere.
  const chooseOnline = useCallback(
    (change: Partial<Online>) =>
      setChosen((before) => ({ ...before, online: { ...before.online, ...change } })),
    [],
  )
  const [failure, setFailure] = useState<BookingFailure>()
  const { day, slot, list } = times
  // Whoever comes for a day was told that it has changed: what was known of it is of before.
  useEffect(() => {
    if (askedDay) forgetTimes(client, vet.id)
  }, [client, askedDay, vet.id])
  useEffect(() => {
    const time = slot
      ? { day: slot.date, startTime: slot.startTime, endTime: slot.endTime }
      : day
        ? { day }
        : null
    keepDraft({ userId, providerId: vet.id }, { time, ...wanted } satisfies Draft)
  }, [userId, vet.id, day, slot, wanted])

  const booking = useWrite(veterinary.call.book, {
    onSuccess(appointment) {
      keepDraft(draftKey, null)
      forgetTimes(client, vet.id)
      toast({ kind: 'success', title: 'Appointment Booked', message: bookedText(appointment) })
      onBooked(appointment, (isOnline && chosen.online.methodId) || null)
    },
    onError(error) {
      const next = bookingFailure(error)
      setFailure(next)
      if (changedByVet.has(errorCode(error)))
        void client.invalidateQueries({ queryKey: veterinary.query.vet.key() })
      if (next.toast) toast({ kind: 'error', title: 'Error', message: next.toast })
      if (next.place === 'time') {
        times.dropSlot()
        forgetTimes(client, vet.id)
      }
    },
  })

  const { type, petId, reason, contact, online } = chosen
  const isOnline = type === 'teleconsultation'
  const blocked = list.length > 0 && list.every(({ state }) => state !== 'available' && state !== 'full')
  const complete = !isOnline || isComplete(vet, online, slot?.startsAt ?? null)
  const ready = slot !== null && !blocked && !booking.isPending && complete

  function book() {
    if (!slot || !ready) return
    setFailure(undefined)
    const { date, startTime, endTime, startsAt } = slot
    booking.mutate({
      vetId: vet.id,
      slot: { date, startTime, endTime, startsAt },
      petId: petId || null,
      reason,
      preferredContact: contact,
      appointmentType: type,
      ...(isOnline && {
        contactMethod: online.contactMethod,
        contactLink: online.contactLink,
        disclaimerAccepted: online.agreedTo !== '',
        paymentMethodId: online.methodId || null,
        fee: vet.consultationFee?.amount ?? 0,
        refundPolicy: vet.refundPolicy,
      }),
    })
  }

  return {
    times,
    chosen,
    choose: (change: Partial<typeof wanted>) => setChosen((before) => ({ ...before, ...change })),
    chooseOnline,
    reach,
    isOnline,
    blocked,
    ready,
    /** There is a time, and something else is missing. */
    lacksDetails: slot !== null && !complete,
    busy: booking.isPending,
    failure,
    book,
  }
}

function offeredType(vet: Vet, wanted: VisitTypeChoice | undefined): VisitTypeChoice {
  if (!vet.offersInPerson) return 'teleconsultation'
  return wanted === 'teleconsultation' && vet.offersTeleconsultation ? wanted : 'in_person'
}

function bookedText({ appointmentType, payment, timeZone }: Appointment): string {
  if (appointmentType === 'in_person') return 'Your appointment request has been sent to the veterinarian.'
  if (!payment) return 'Your teleconsultation appointment request has been sent.'
  const sent = 'Your teleconsultation appointment request has been sent.'
  return payment.chargeAt
    ? `${sent} Payment will be automatically charged 24 hours before your appointment`
    : `${sent} ${payByText(payment.payBy!, timeZone)}`
}
