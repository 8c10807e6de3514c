import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useSession, useUnconfirmed } from '#/accounts/web/index.ts'
import { appointmentsText } from '#/appointments/text.ts'
import { type BookingFailure, bookingFailure, reloadAppointments } from '#/appointments/web/index.ts'
import { keepDraft, readDraft } from '#/booking/web/index.ts'
import { MINUTE } from '#/kernel/duration.ts'
import { limits } from '#/kernel/fields.ts'
import { dayOf } from '#/kernel/time.ts'
import { errorCode } from '#/kernel/web/error-text.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useNow } from '#/kernel/web/use-now.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { type Charging, plainCharging } from '#/payments/rules.ts'
import { useMyPets } from '#/pets/web/index.ts'
import { estimateOf } from '#/sitting/estimate.ts'
import { occurrencesOf, type Plan } from '#/sitting/plan.ts'
import type { RequestDefaults, Requested } from '#/sitting/request.ts'
import { lastSureDay } from '#/sitting/room.ts'
import type { SitterPage } from '#/sitting/shapes.ts'
import { requestTerms } from '#/sitting/terms.ts'
import { sittingText } from '#/sitting/text.ts'
import { planIn, readAddress, type Wanted, withService } from '#/sitting/web/find/address.ts'
import { problemsOf } from '#/sitting/web/find/draft-problems.ts'
import { mayCome } from '#/sitting/web/find/PickPets.tsx'
import { ratesOf } from '#/sitting/web/rates.ts'
import { sitting } from '#/sitting/web/sitting.ts'
import { type RequestField, requestProblems, whyUnfit } from './request-problems.ts'
import { useOthers } from './use-others.ts'

/** Fields that the owner hasn't touched follow what is known about them. */
type Draft = {
  wanted: Omit<Wanted, 'petIds'>
  petIds: readonly string[] | null
  otherIds: readonly string[]
  comment: string
  emergencyName: string | null
  emergencyPhone: string | null
  specialCare: string | null
  /** Null: that of the search. */
  area: string | null
  location: string
  getsAlong: 'yes' | 'no' | null
  /** '': still to be chosen; null: none is needed. */
  methodId: string | null
  /** Null if the owner pays by hand. */
  charging: Charging | null
  /** The accepted terms, word for word: other terms must be accepted again. */
  agreedTo: string
}

type Kept = Draft & { search: string }

const texts = { ...appointmentsText, ...sittingText }
const failedText = 'Failed to send booking request. Please try again.'
/** In the toast. */
const bookingFailedText = 'Failed to create booking request. Please try again.'

/** Manages the form of a request to a sitter, kept while the tab is open, and sends it. */
export function useRequest(sitter: SitterPage, onSent: (requested: Requested) => void) {
  const [params] = useSearchParams()
  const client = useQueryClient()
  const now = useNow()
  const userId = useSession().user?.id ?? ''
  const key = { userId, providerId: sitter.id }
  const [search] = useState(() => searchIn(params))
  const [draft, setDraft] = useState(() => startOf(params, search, readDraft<Kept>(key), sitter))
  const [tried, setTried] = useState(false)
  const [failure, setFailure] = useState<BookingFailure>()
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  useEffect(() => {
    // Terms are accepted each time, because they may have changed.
    keepDraft({ userId, providerId: sitter.id }, { ...draft, agreedTo: '', search } satisfies Kept)
  }, [userId, sitter.id, draft, search])

  const mine = useMyPets({ all: true })
  const defaults = useQuery(sitting.query.requestDefaults.queryOptions({ staleTime: MINUTE })).data
  const calendar = useQuery(sitting.query.calendar.queryOptions({ input: { id: sitter.id } })).data
  const coming = mine.pets.filter((pet) => mayCome(draft.wanted.service, pet))
  const petIds = draft.petIds
    ? draft.petIds.filter((id) => coming.some((pet) => pet.id === id))
    : coming.length === 1
      ? [coming[0]!.id]
      : []
  const pets = coming.filter(({ id }) => petIds.includes(id))
  const hasDog = pets.some(({ species }) => species === 'dog')
  const wanted: Wanted = { ...draft.wanted, petIds }
  const known = knownOf(defaults, pets)

  const plan = workingPlan(wanted, sitter, now)
  const leftOut = useQuery(
    sitting.query.leftOut.queryOptions({
      input:
        plan && petIds.length > 0
          ? { id: sitter.id, ...plan, daysOfWeek: [...plan.daysOfWeek], petIds: [...petIds] }
          : skipToken,
    }),
  ).data
  const occurrences = plan
    ? occurrencesOf(plan, sitter.timeZone, plan.startDate, lastSureDay(plan)).filter(
        (one) => !leftOut?.days.some(({ day }) => day === one.day),
      )
    : []
  const estimate = plan && estimateOf(plan, ratesOf(sitter))
  const fit = {
    sitter,
    wanted,
    pets,
    calendar,
    isAskedAlready: leftOut?.isAskedAlready ?? false,
    hours: leftOut?.hours ?? null,
    now,
  }
  const unfit = whyUnfit(fit)
  const isFit = unfit.every(({ field }) => field === 'from')
  const asksOnlyOne = useUnconfirmed()
  const others = useOthers(
    { sitter, wanted, plan: isFit && petIds.length > 0 ? plan : null },
    asksOnlyOne ? [] : draft.otherIds,
  )
  const terms =
    plan && estimate && sitter.isPaidHere
      ? requestTerms(
          {
            plan,
            offers: [
              { name: sitter.name, price: estimate.each, refundPolicy: sitter.refundPolicy },
              ...others.chosen.flatMap(({ sitter: { name }, estimate: { each }, refundPolicy }) =>
                refundPolicy ? [{ name, price: each, refundPolicy }] : [],
              ),
            ],
            charging: draft.charging,
          },
          occurrences[0]?.startsAt ?? null,
          now,
        )
      : []
  const answers = {
    wanted,
    hasDog,
    getsAlong: draft.getsAlong ?? known.getsAlong,
    specialCare: draft.specialCare ?? known.specialCare,
    emergencyName: draft.emergencyName ?? defaults?.emergencyName ?? '',
    emergencyPhone: draft.emergencyPhone ?? defaults?.emergencyPhone ?? '',
    methodId: draft.methodId,
    isAgreed: terms.length > 0 && draft.agreedTo === terms.join('\n'),
  }
  const area = draft.area ?? wanted.near
  const problems = requestProblems(answers, fit, sitter.isPaidHere)

  const write = useWrite(sitting.call.request, {
    onSuccess(requested) {
      keepDraft(key, null)
      void reloadAppointments()
      void client.invalidateQueries({ queryKey: sitting.query.replacements.key() })
      onSent(requested)
    },
    onError(error) {
      const next = bookingFailure(error, texts, failedText)
      const named = nameIn(error, [sitter, ...others.chosen.map((one) => one.sitter)])
      const text =
        named && others.chosen.length > 0 ? `${named}: ${next.text} Nobody has been asked yet.` : next.text
      setFailure({ ...next, text })
      toast({
        kind: 'error',
        title: 'Booking Failed',
        message: text === failedText ? bookingFailedText : text,
      })
      // A sitter may have changed price, terms or offer since the form was opened.
      if (errorCode(error) in texts)
        for (const query of [sitting.query.sitter, sitting.query.sitters, sitting.query.calendar])
          void client.invalidateQueries({ queryKey: query.key() })
    },
  })

  /** Sends it, or returns the first field with a problem. */
  function send(): RequestField | null {
    setTried(true)
    setFailure(undefined)
    const [first] = problems
    if (first) return first.field
    if (!plan || !estimate || write.isPending) return null
    const { comment, location, methodId } = draft
    const { specialCare, getsAlong } = answers
    write.mutate({
      ...plan,
      daysOfWeek: [...plan.daysOfWeek],
      sitters: [
        { id: sitter.id, price: estimate.each.amount, refundPolicy: sitter.refundPolicy },
        ...others.chosen.map(({ sitter: { id }, estimate: { each }, refundPolicy }) => ({
          id,
          price: each.amount,
          refundPolicy,
        })),
      ],
      petIds,
      comment,
      specialCare,
      location,
      area,
      emergencyName: answers.emergencyName,
      emergencyPhone: answers.emergencyPhone.trim(),
      getsAlong: hasDog ? getsAlong === 'yes' : null,
      disclaimerAccepted: answers.isAgreed,
      paymentMethodId: sitter.isPaidHere ? methodId || null : null,
    })
    return null
  }

  return {
    sitter,
    draft,
    change,
    mine,
    wanted,
    pets,
    hasDog,
    now,
    /** In minor units. */
    lowestPrice: Math.min(
      ...[estimate, ...others.chosen.map((other) => other.estimate)].map((one) => one?.each.amount ?? 0),
    ),
    answers,
    area,
    plan,
    occurrences,
    leftOut: leftOut?.days ?? [],
    estimate,
    others,
    asksOnlyOne,
    terms,
    failure,
    send,
    /** Returns a field's problem: what the sitter doesn't do at once, anything else after the first try. */
    problemAt: (field: RequestField) =>
      (tried ? problems : unfit).find((problem) => problem.field === field)?.text,
    busy: write.isPending,
  }
}

export type RequestDraft = ReturnType<typeof useRequest>

/** Returns what is known about these pets: dogs get along if each does, and don't if one doesn't. */
function knownOf(
  defaults: RequestDefaults | undefined,
  pets: readonly { id: string; name: string; species: string }[],
): { getsAlong: 'yes' | 'no' | null; specialCare: string } {
  const about = pets.map(({ id, name, species }) => ({
    name,
    species,
    ...defaults?.pets.find((pet) => pet.id === id),
  }))
  const dogs = about.filter(({ species }) => species === 'dog')
  const cares = about.filter(({ specialCare }) => specialCare)
  const texts = new Set(cares.map(({ specialCare }) => specialCare))
  return {
    getsAlong: dogs.some(({ getsAlong }) => getsAlong === false)
      ? 'no'
      : dogs.length > 0 && dogs.every(({ getsAlong }) => getsAlong)
        ? 'yes'
        : null,
    // A request for several pets has one text.
    specialCare:
      texts.size < 2
        ? [...texts].join('')
        : cares
            .map(({ name, specialCare }) => `${name}\n${specialCare}`)
            .join('\n\n')
            .slice(0, limits.long),
  }
}

/** Returns the plan once it has no problems. */
function workingPlan(wanted: Wanted, { timeZone }: SitterPage, now: Date): Plan | null {
  const plan = planIn(wanted)
  const isBroken = problemsOf(wanted, dayOf(now, timeZone)).some(({ field }) => field !== 'pets')
  return typeof plan === 'string' || isBroken ? null : plan
}

/** Returns the search in the URL, without the sitter and a pet added on the way. */
function searchIn(params: URLSearchParams): string {
  const others = new URLSearchParams(params)
  for (const name of ['sitter', 'pet']) others.delete(name)
  return others.toString()
}

function startOf(
  params: URLSearchParams,
  search: string,
  { search: keptSearch, wanted: keptWanted, petIds: keptPets = null, ...kept }: Partial<Kept>,
  { services }: SitterPage,
): Draft {
  const { petIds: askedPets, ...asked } = readAddress(params).wanted
  const newPet = params.get('pet')
  // A new search replaces the dates typed for an old one, but none of the answers.
  const isSame = keptWanted !== undefined && (keptSearch === search || !search)
  const petIds = isSame ? keptPets : askedPets.length > 0 ? askedPets : null
  const wanted = isSame ? keptWanted : asked
  return {
    otherIds: [],
    comment: '',
    emergencyName: null,
    emergencyPhone: null,
    specialCare: null,
    area: null,
    location: '',
    getsAlong: null,
    methodId: '',
    charging: plainCharging,
    ...kept,
    agreedTo: '',
    petIds: newPet ? [...new Set([...(petIds ?? []), newPet])] : petIds,
    wanted: withService(wanted, wanted.service ?? (services.length === 1 ? services[0]! : null)),
  }
}

/** Returns the name of the sitter in a refusal. */
function nameIn(error: unknown, sitters: readonly { id: string; name: string }[]): string | undefined {
  const { data } = error as { data?: { sitterId?: string } }
  return sitters.find(({ id }) => id === data?.sitterId)?.name
}
