import {
  type QueryClient,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { NoSlotsReason } from '#/booking/slots.ts'
import type { ClockTime, Day } from '#/kernel/time.ts'
import { toast } from '#/kernel/web/toast.ts'
import { type BookingDay, canBeChosen, choiceNear, firstChoice } from './days.ts'
import type { OfferedSlot, PresentTime } from './SlotGrid.tsx'

export type OpenDays = { timeZone: string; days: BookingDay[]; onlyHolidays: boolean }
export type DaySlots = { timeZone: string; slots: OfferedSlot[]; reason: NoSlotsReason | null }

type Query<Data, Key extends QueryKey> = UseQueryOptions<Data, Error, Data, Key>

export type CalendarSource<Key extends QueryKey = QueryKey> = {
  days: Query<OpenDays, Key>
  slotsOn: (day: Day) => Query<DaySlots, Key>
  /** The only length that a session may have. */
  minutes?: number | undefined
}

export type TimeChoice = { day: Day; startTime?: ClockTime; endTime?: ClockTime }

/** Days older than this are reloaded when slots arrive, so that both agree. */
const TOGETHER = 10_000

/**
 * Keeps the chosen day and slot of a provider's calendar. Starts with the first free day, or the one nearest to
 * the current time. Follows the server at once: drops a day that became a holiday, leaves a day without free
 * slots, and unselects a slot that someone else took.
 */
export function useBookingTimes<Key extends QueryKey>(
  source: CalendarSource<Key>,
  before?: TimeChoice | null,
  present: PresentTime | null = null,
) {
  const client = useQueryClient()
  const days = useQuery(source.days)
  const list = days.data?.days ?? []
  const stateOf = (day: Day | null) => list.find(({ date }) => date === day)?.state

  const [choice, setChoice] = useState<TimeChoice | null | undefined>(before ?? undefined)
  const [holiday, setHoliday] = useState<Day | null>(null)
  const [dayIsGone, setDayIsGone] = useState(false)
  const [chosenMinutes, setChosenMinutes] = useState(source.minutes)
  const day = choice?.day ?? null
  const state = stateOf(day)

  const slots = useQuery({ ...source.slotsOn(day ?? ''), enabled: day !== null && canBeChosen(state) })
  const offered = day === null ? undefined : slots.data

  // Sets derived state while rendering, so that nothing outdated is ever painted.
  if (list.length > 0) {
    if (day && (state === 'holiday' || offered?.reason === 'holiday')) {
      setChoice(null)
      setHoliday(day)
    } else if (choice === undefined || (day && !canBeChosen(state))) {
      const first = present ? choiceNear(list, present.date) : firstChoice(list)
      setChoice(first ? { day: first } : null)
      setDayIsGone(choice?.startTime !== undefined)
    }
  }

  const wanted = choice?.startTime ? choice : null
  // A fixed length decides the end.
  const slot =
    offered?.slots.find(
      ({ startTime, endTime }) =>
        startTime === wanted?.startTime && (source.minutes !== undefined || endTime === wanted?.endTime),
    ) ?? null

  const daysAt = days.dataUpdatedAt
  const slotsAt = slots.dataUpdatedAt
  const disagree = offered && state === 'available' && offered.slots.length === 0
  const { refetch: refetchDays } = days
  useEffect(() => {
    if (slotsAt > 0 && daysAt > 0 && (slotsAt - daysAt > TOGETHER || (disagree && slotsAt > daysAt)))
      void refetchDays()
  }, [slotsAt, daysAt, disagree, refetchDays])

  // The slots reported the holiday before the calendar did.
  const calendarIsBehind = holiday !== null && stateOf(holiday) !== 'holiday'
  useEffect(() => {
    if (calendarIsBehind) void refetchDays()
  }, [calendarIsBehind, refetchDays])

  useToldFailure(days, 'Failed to load available dates. Please try again.')
  useToldFailure(slots, 'Failed to load available time slots.')

  return {
    days,
    slots,
    list,
    present,
    minutes: source.minutes,
    timeZone: days.data?.timeZone,
    day,
    state,
    /** The chosen day, dropped because it became a holiday. */
    holiday,
    slot,
    /** The chosen slot is no longer offered. False if it merely doesn't fit a length chosen since. */
    timeIsGone:
      dayIsGone ||
      (wanted !== null && offered !== undefined && slot === null && chosenMinutes === source.minutes),
    selectDay(next: Day) {
      setHoliday(null)
      setDayIsGone(false)
      setChoice({ day: next })
    },
    selectSlot({ date, startTime, endTime }: OfferedSlot) {
      setDayIsGone(false)
      setChosenMinutes(source.minutes)
      setChoice({ day: date, startTime, endTime })
    },
    dropSlot() {
      if (day) setChoice({ day })
    },
    /** Reloads days and slots after the server contradicted them. */
    lookAgain() {
      void days.refetch()
      void slots.refetch()
    },
    prefetchDay(next: Day) {
      if (canBeChosen(stateOf(next))) void client.prefetchQuery(source.slotsOn(next))
    },
  }
}

export type BookingTimes = ReturnType<typeof useBookingTimes>

function useToldFailure({ isError, errorUpdatedAt }: UseQueryResult, message: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second failure is told anew
  useEffect(() => {
    if (isError) toast({ kind: 'error', title: 'Error', message })
  }, [isError, errorUpdatedAt, message])
}

/** Preloads the days and the first free day's slots before the calendar opens. */
export async function prefetchTimes<Key extends QueryKey>(
  client: QueryClient,
  source: CalendarSource<Key>,
): Promise<void> {
  await client.prefetchQuery(source.days)
  const days = client.getQueryData<OpenDays>(source.days.queryKey)
  const first = firstChoice(days?.days ?? [])
  if (first) await client.prefetchQuery(source.slotsOn(first))
}
