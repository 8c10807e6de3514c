import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useSession } from '#/accounts/web/index.ts'
import type { Booked } from '#/appointments/contract.ts'
import { reloadAppointments } from '#/appointments/web/useAppointments.ts'
import {
  calendarOf,
  keepDraft,
  readDraft,
  reloadTimes,
  type TimeChoice,
  useBookingTimes,
} from '#/booking/web/index.ts'
import { errorCode } from '#/kernel/web/error-text.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { useMyPets } from '#/pets/web/index.ts'
import { bookedText } from './booked-text.ts'
import { type BookingFailure, bookingFailure, isAboutTime } from './booking-failure.ts'
import { hasContactAndTerms, isComplete, nothingOnline, type Online } from './OnlineDetails.tsx'
import { type Offer, priceFor } from './offer.ts'

/** What is filled in to book anybody. */
type Filled = { isOnline: boolean; petIds: string[]; reason: string; online: Online }

/** What the booking endpoints of all trades take. */
type SharedInput = {
  slot: { date: string; startTime: string; endTime: string; startsAt: Date }
  reason: string
  contactMethod?: Online['contactMethod']
  contactLink?: string
  disclaimerAccepted?: boolean
  paymentMethodId?: string | null
  price: number
  refundPolicy?: Offer['refundPolicy']
}

/** What became of a booking, and what its answer does not say. */
export type Done = { booked: Booked; petIds: string[]; online: Online }

/** How a trade books, with `Own` as what only it asks for. */
export type Trading<Own extends object, Input> = {
  /** The sentences for its refusals. */
  texts: Readonly<Record<string, string>>
  /** How many pets one appointment takes; one, if it doesn't say. */
  mostPets?: number
  /** What it still has to be told, as a sentence for the button's side; null when nothing is missing. */
  missing?(filled: Filled & Own): string | null
  /** Its own answers to begin with, from what was kept of them. */
  startWith(kept: Partial<Own>): Own
  /** What its endpoint takes. */
  inputOf(shared: SharedInput, filled: Filled & Own): Input
  call(input: Input, options: { context: { key: string } }): Promise<Booked>
  /** Asks for the provider anew, who has changed price or terms. */
  reload(): void
}

export type Wish = {
  /** A pet that was added on the way, to be picked. */
  newPetId: string | null
  /** A day that the address names, to begin with. */
  day: string | null
}

/** What is filled in to book a provider, kept while the tab lives, and the booking itself. */
export function useBooking<Own extends object, Input>(
  offer: Offer,
  { newPetId, day: askedDay }: Wish,
  { texts, mostPets = 1, missing, startWith, inputOf, call, reload }: Trading<Own, Input>,
  onBooked: (done: Done) => void,
) {
  const client = useQueryClient()
  const { trade, providerId } = offer
  const userId = useSession().user?.id ?? ''
  const [draft] = useState(() =>
    readDraft<Filled & Own & { time: TimeChoice | null }>({ userId, providerId }),
  )
  const times = useBookingTimes(calendarOf(offer), askedDay ? { day: askedDay } : draft.time)
  const [picked, setChosen] = useState<Filled & Own>(() => ({
    ...startWith(draft),
    isOnline: offeredOnline(offer, draft.isOnline),
    petIds: [...new Set([...(draft.petIds ?? []), ...(newPetId ? [newPetId] : [])])].slice(-mostPets),
    reason: draft.reason ?? '',
    // Terms are agreed to each time: they may say something else by now.
    online: { ...nothingOnline, ...draft.online, agreedTo: '' },
  }))
  const mine = useMyPets({ all: true })
  const chosen = {
    ...picked,
    // The provider may stop working online, or in person, while the form is open.
    isOnline: offeredOnline(offer, picked.isOnline),
    // A pet may have been archived since it was picked. No picker shows it, and a booking would be refused.
    petIds: mine.isComplete
      ? picked.petIds.filter((petId) => mine.pets.some(({ id }) => id === petId))
      : picked.petIds,
  }
  // On what is chosen then: a method may arrive in the moment somebody clicks elsewhere.
  const choose = useCallback(
    (change: Partial<Filled & Own>) => setChosen((before) => ({ ...before, ...change })),
    [],
  )
  const chooseOnline = useCallback(
    (change: Partial<Online>) =>
      setChosen((before) => ({ ...before, online: { ...before.online, ...change } })),
    [],
  )
  const [failure, setFailure] = useState<BookingFailure>()
  const { day, slot, list } = times
  // Whoever comes for a day was told that it has changed: what was known of it is of before.
  useEffect(() => {
    if (askedDay) void reloadTimes(client, { trade, providerId })
  }, [client, askedDay, trade, providerId])
  useEffect(() => {
    const time = slot
      ? { day: slot.date, startTime: slot.startTime, endTime: slot.endTime }
      : day
        ? { day }
        : null
    keepDraft({ userId, providerId }, { time, ...picked })
  }, [userId, providerId, day, slot, picked])

  const { isOnline, petIds, reason, online } = chosen
  const booking = useWrite(call, {
    onSuccess(booked) {
      keepDraft({ userId, providerId }, null)
      void reloadAppointments()
      toast({ kind: 'success', title: 'Appointment Booked', message: bookedText(booked, offer.words) })
      onBooked({ booked, petIds, online })
    },
    onError(error) {
      const next = bookingFailure(error, texts)
      setFailure(next)
      // The provider may have changed price, terms or offer since the form was opened.
      if (errorCode(error) in texts && !isAboutTime(error)) reload()
      if (next.toast) toast({ kind: 'error', title: 'Error', message: next.toast })
      if (next.place === 'time') {
        times.dropSlot()
        void reloadTimes(client, offer)
      }
    },
  })

  const blocked = list.length > 0 && list.every(({ state }) => state !== 'available' && state !== 'full')
  const { saysMissing } = offer.words
  const unsaid = missing?.(chosen) ?? null
  const complete = !isOnline || isComplete(offer, online, slot)
  const lacking = complete ? unsaid : `Complete the ${offer.words.online} details to book.`
  const ready =
    !blocked && !booking.isPending && (saysMissing !== undefined || (slot !== null && lacking === null))

  /** What is still missing, in the order it is asked for. */
  function whatIsMissing(): 'fields' | 'online' | 'method' | null {
    if (!slot || unsaid !== null) return 'fields'
    if (complete) return null
    return hasContactAndTerms(offer, online, slot) ? 'method' : 'online'
  }

  function book() {
    const lack = whatIsMissing()
    if (!ready || (lack && !saysMissing)) return
    setFailure(undefined)
    if (lack && saysMissing) {
      setFailure({ text: saysMissing[lack].message, place: 'end', toast: null })
      toast({ kind: 'error', ...saysMissing[lack] })
    }
    if (lack || !slot) return
    const { date, startTime, endTime, startsAt } = slot
    const shared: SharedInput = {
      slot: { date, startTime, endTime, startsAt },
      reason,
      price: priceFor(offer, slot)?.amount ?? 0,
      ...(isOnline && {
        contactMethod: online.contactMethod,
        contactLink: online.contactLink,
        disclaimerAccepted: online.agreedTo !== '',
        paymentMethodId: online.methodId || null,
        refundPolicy: offer.refundPolicy,
      }),
    }
    booking.mutate(inputOf(shared, chosen))
  }

  return {
    times,
    chosen,
    choose,
    chooseOnline,
    blocked,
    ready,
    /** What is missing, once there is a time. */
    lacking: slot && lacking,
    busy: booking.isPending,
    failure,
    book,
  }
}

export type Booking = Omit<ReturnType<typeof useBooking<object, unknown>>, 'choose' | 'chosen'> & {
  chosen: Filled
  choose(change: Partial<Filled>): void
}

function offeredOnline({ place, ways }: Offer, wanted: boolean | undefined): boolean {
  return place === null || (wanted === true && ways.length > 0)
}
