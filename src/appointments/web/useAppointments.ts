import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Appointment } from '#/appointments/contract.ts'
import type { Trade } from '#/booking/trades.ts'
import { reloadTimes } from '#/booking/web/index.ts'
import { MINUTE } from '#/kernel/duration.ts'
import { byCursor } from '#/kernel/web/list/by-cursor.ts'
import { useLinkedRecord } from '#/kernel/web/list/use-linked-record.ts'
import { unlessLive } from '#/kernel/web/live.ts'
import { queryClient } from '#/kernel/web/query-client.ts'
import { toast } from '#/kernel/web/toast.ts'
import { expectNotifications } from '#/notifications/web/index.ts'
import { appointments } from './appointments.ts'
import { loadFailedText } from './words.ts'

export type OwnerTab = 'upcoming' | 'past'
export type VisitTab = 'requests' | 'upcoming' | 'past'

/** The clock and the other side change upcoming appointments, so they are loaded again every minute. */
const fresh = { refetchInterval: unlessLive(MINUTE), staleTime: 15_000 }

const paged = {
  ...fresh,
  ...byCursor,
}

const inputOf = <Tab>(tab: Tab, trade?: Trade) => ({
  ...paged,
  input: (cursor: string | undefined) => ({ tab, cursor, group: 'series' as const, ...(trade && { trade }) }),
})

const ofSeries = <Tab>(tab: Tab, series: string, enabled: boolean) => ({
  ...paged,
  enabled,
  input: (cursor: string | undefined) => ({ tab, series, cursor }),
})

export const appointmentsOptions = (tab: OwnerTab, trade?: Trade) =>
  appointments.query.appointments.infiniteOptions(inputOf(tab, trade))

export const visitsOptions = (tab: VisitTab, trade?: Trade) =>
  appointments.query.visits.infiniteOptions(inputOf(tab, trade))

export function useAppointments(tab: OwnerTab, trade?: Trade) {
  return useTelling(useInfiniteQuery(appointmentsOptions(tab, trade)))
}

export function useVisits(tab: VisitTab, trade?: Trade) {
  return useTelling(useInfiniteQuery(visitsOptions(tab, trade)))
}

type AppointmentId = Appointment['id']

const only = (record: AppointmentId | undefined) => ({
  ...fresh,
  input: { tab: 'upcoming' as const, ...(record && { id: record }) },
  enabled: record !== undefined,
})

/** The owner's appointment that the URL leads to. */
export const useLinkedAppointment = () =>
  useQuery(appointments.query.appointments.queryOptions(only(useLinkedRecord<AppointmentId>()))).data?.rows[0]

/** The provider's appointment that the URL leads to. */
export const useLinkedVisit = () =>
  useQuery(appointments.query.visits.queryOptions(only(useLinkedRecord<AppointmentId>()))).data?.rows[0]

/** All of a series in a tab, once they are wanted. */
export const useSeriesAppointments = (tab: OwnerTab, series: string, isWanted: boolean) =>
  useTelling(
    useInfiniteQuery(appointments.query.appointments.infiniteOptions(ofSeries(tab, series, isWanted))),
  )

export const useSeriesVisits = (tab: VisitTab, series: string, isWanted: boolean) =>
  useTelling(useInfiniteQuery(appointments.query.visits.infiniteOptions(ofSeries(tab, series, isWanted))))

/** The trades in which the person has booked appointments. */
export const useKinds = (isWanted: boolean): readonly Trade[] =>
  useQuery(appointments.query.kinds.queryOptions({ ...fresh, enabled: isWanted })).data?.trades ?? []

/** Loads the waiting requests, oldest first. `count` is '3', '20+', '0', or undefined while loading. */
export function useWaitingRequests() {
  const { data, isPending, isLoadingError, refetch } = useInfiniteQuery(visitsOptions('requests'))
  const first = data?.pages[0]
  return {
    rows: first?.rows ?? [],
    count: first && `${first.rows.length}${first.nextCursor ? '+' : ''}`,
    isPending,
    isLoadingError,
    refetch,
  }
}

export function useUpcomingAppointments(limit: number) {
  return useQuery(
    appointments.query.appointments.queryOptions({
      ...fresh,
      input: { tab: 'upcoming', group: 'series', limit },
    }),
  )
}

export function useUpcomingVisits(limit: number) {
  const { data, isPending, isLoadingError, refetch } = useInfiniteQuery(visitsOptions('upcoming'))
  return { rows: data?.pages[0]?.rows.slice(0, limit) ?? [], isPending, isLoadingError, refetch }
}

export function useTodaysVisits() {
  return useQuery(appointments.query.today.queryOptions(fresh))
}

/** Shows one toast if a list fails to load, not one for each retry. */
function useTelling<Query extends { isError: boolean }>(query: Query): Query {
  const { isError } = query
  useEffect(() => {
    if (isError) toast({ kind: 'error', title: 'Error', message: loadFailedText })
  }, [isError])
  return query
}

/** Reloads everything a changed appointment affects: lists, free slots and the bell. */
export function reloadAppointments(): Promise<unknown> {
  const { query } = appointments
  expectNotifications(queryClient)
  const shown = [
    query.appointments,
    query.kinds,
    query.visits,
    query.history,
    query.today,
    query.figures,
    query.weekEarnings,
    query.petClash,
  ]
  return Promise.all([
    ...shown.map(({ key }) => queryClient.invalidateQueries({ queryKey: key() })),
    reloadTimes(queryClient),
  ])
}
