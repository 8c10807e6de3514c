import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { appointmentsText } from '#/appointments/text.ts'
import { type BookingFailure, bookingFailure } from '#/appointments/web/index.ts'
import { keepDraft, readDraft } from '#/booking/web/index.ts'
import { hasLink } from '#/kernel/contact.ts'
import { momentText } from '#/kernel/web/own-clock.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useNow } from '#/kernel/web/use-now.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { useMyPets } from '#/pets/web/index.ts'
import { hostOf, type MeetKind, type MeetTime } from '#/sitting/meet.ts'
import type { Service } from '#/sitting/rules.ts'
import type { SitterPage } from '#/sitting/shapes.ts'
import { sittingText } from '#/sitting/text.ts'
import { readAddress } from '#/sitting/web/find/address.ts'
import { mayCome } from '#/sitting/web/find/PickPets.tsx'
import { sitting } from '#/sitting/web/sitting.ts'
import { emptyTime, placeProblemOf, timeProblems } from './meet-draft.ts'
import { reloadMeets } from './meets.ts'

type Draft = {
  service: Service | null
  /** Null until the owner has chosen. */
  petIds: readonly string[] | null
  kind: MeetKind
  place: string
  times: readonly MeetTime[]
  message: string
}

const texts = { ...appointmentsText, ...sittingText }
const noProblems = { service: undefined, pets: undefined, place: undefined, message: undefined }
const failedText = 'Failed to ask for a meet & greet. Please try again.'

/** Manages the form that asks a sitter for a meet & greet, kept while the tab is open, and sends it. */
export function useMeetForm(sitter: SitterPage) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const now = useNow()
  const userId = useSession().user?.id ?? ''
  const providerId = `meet-${sitter.id}`
  const [draft, setDraft] = useState(() =>
    startOf(params, readDraft<Draft>({ userId, providerId }), sitter.services),
  )
  const [tried, setTried] = useState(false)
  const [failure, setFailure] = useState<BookingFailure>()
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  useEffect(() => keepDraft({ userId, providerId }, draft), [userId, providerId, draft])

  const mine = useMyPets({ all: true })
  const coming = mine.pets.filter((pet) => mayCome(draft.service, pet))
  const chosen = draft.petIds ?? (coming.length === 1 ? [coming[0]!.id] : [])
  const petIds = chosen.filter((id) => coming.some((pet) => pet.id === id))
  const isHost = hostOf(draft.kind) === 'owner'
  const times = timeProblems(draft.times, sitter.timeZone, now)
  const firstTime = times.findIndex(Boolean)
  const problems = {
    service: draft.service ? undefined : 'Please choose a service.',
    pets: petIds.length > 0 ? undefined : 'Please choose at least one pet.',
    place: isHost ? placeProblemOf(draft.kind, draft.place) : undefined,
    message: hasLink(draft.message) ? sittingText['sitting.meet_message_link'] : undefined,
  }

  const write = useWrite(sitting.call.askToMeet, {
    onSuccess({ answerBy }) {
      keepDraft({ userId, providerId }, null)
      void reloadMeets()
      toast({
        kind: 'success',
        title: 'Meet & greet requested',
        message: `${sitter.name} answers by ${momentText(answerBy)}. We’ll tell you as soon as they do.`,
      })
      void navigate('/appointments?side=bookings&tab=upcoming')
    },
    onError(error) {
      setFailure(bookingFailure(error, texts, failedText))
    },
  })

  /** Sends it, or returns the first field with a problem. */
  function send(): string | null {
    setTried(true)
    setFailure(undefined)
    const field = (['service', 'pets', 'place'] as const).find((name) => problems[name])
    if (field) return field
    if (firstTime >= 0) return `time-${firstTime}`
    if (problems.message) return 'message'
    if (write.isPending || !draft.service) return null
    write.mutate({
      sitterId: sitter.id,
      service: draft.service,
      petIds,
      kind: draft.kind,
      place: isHost ? draft.place : null,
      times: [...draft.times],
      message: draft.message,
    })
    return null
  }

  return {
    draft,
    change,
    mine,
    petIds,
    isHost,
    now,
    failure,
    send,
    problems: tried ? problems : noProblems,
    timeProblems: tried ? times : [],
    busy: write.isPending,
  }
}

function startOf(params: URLSearchParams, kept: Partial<Draft>, services: readonly Service[]): Draft {
  const { service, petIds } = readAddress(params).wanted
  const newPet = params.get('pet')
  const offered = services.find((one) => one === (kept.service ?? service))
  const start: Draft = {
    kind: 'public',
    place: '',
    times: [emptyTime],
    message: '',
    ...kept,
    service: offered ?? (services.length === 1 ? services[0]! : null),
    petIds: kept.petIds ?? (petIds.length > 0 ? petIds : null),
  }
  return newPet ? { ...start, petIds: [...new Set([...(start.petIds ?? []), newPet])] } : start
}
