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
import { useHome } from './use-home.ts'

/** The fields shared by all trades. */
type Filled = {
  isOnline: boolean
  petIds: string[]
  reason: string
  online: Online
  /** Null until the owner changes what the profile says. */
  address: string | null
}

/** The input shared by all trades' booking endpoints. */
type SharedInput = {
  slot: { date: string; startTime: string; endTime: string; startsAt: Date }
  reason: string
  contactMethod?: Online['contactMethod']
  contactLink?: string
  disclaimerAccepted?: boolean
  paymentMethodId?: string | null
  address?: string
  price: number
  refundPolicy?: Offer['refundPolicy']
}

/** A booking's result, with details that the answer lacks. */
export type Done = { booked: Booked; petIds: string[]; online: Online }

/** A trade's part in the booking form; `Own` has the answers that only this trade asks for. */
export type Trading<Own extends object, Input> = {
  /** The sentences for its refusals. */
  texts: Readonly<Record<string, string>>
  /** The number of pets that one appointment takes; one by default. */
  mostPets?: number
  /** A sentence about what is missing, shown beside the button; null if nothing is. */
  missing?(filled: Filled & Own): string | null
  /** The trade's initial answers, from the saved ones. */
  startWith(kept: Partial<Own>): Own
  /** The endpoint's input. */
  inputOf(shared: SharedInput, filled: Filled & Own): Input
  call(input: Input, options: { context: { key: string } }): Promise<Booked>
  /** Refetches the provider after a changed price or terms. */
  reload(): void
}

export type Wish = {
  /** A pet that was added on the way, to be selected. */
  newPetId: string | null
  /** The day in the URL, to begin with. */
  day: string | null
}

/** Keeps a booking's form while the tab is open, and sends it. */
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
    // Terms are accepted each time, because they may have changed.
    online: { ...nothingOnline, ...draft.online, agreedTo: '' },
    address: draft.address ?? null,
  }))
  const mine = useMyPets({ all: true })
  const chosen = {
    ...picked,
    // The provider may stop working online, or in person, while the form is open.
    isOnline: offeredOnline(offer, picked.isOnline),
    // A pet may have been archived since it was selected. No picker shows it, and a booking would be refused.
    petIds: mine.isComplete
      ? picked.petIds.filter((petId) => mine.pets.some(({ id }) => id === petId))
      : picked.petIds,
  }
  // Use the latest choice, because a method may arrive while the user clicks elsewhere.
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
  // A link to a day follows a change, so cached slots are outdated.
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
  const isAtHome = offer.comesToOwner === true && !isOnline
  const home = useHome(isAtHome)
  const address = isAtHome ? (chosen.address ?? home) : null
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
  const asked = missing?.(chosen) ?? null
  const unsaid = asked ?? (address?.trim() === '' ? 'Enter your address to book.' : null)
  const complete = !isOnline || isComplete(offer, online, slot)
  const lacking = complete ? unsaid : `Complete the ${offer.words.online} details to book.`
  const ready =
    !blocked && !booking.isPending && (saysMissing !== undefined || (slot !== null && lacking === null))

  /** Returns what is still missing, in the form's order. */
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
      ...(address !== null && { address }),
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
    /** The home that the provider should come to; null if they don't. */
    address,
    blocked,
    ready,
    /** Says what is missing once a slot is chosen. */
    lacking: slot && lacking,
    /** The part of the form with what is lacking. */
    lackingIn: complete ? (asked === null ? ('address' as const) : ('asked' as const)) : ('online' as const),
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
