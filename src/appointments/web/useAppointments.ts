import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { reloadTimes } from '#/booking/web/index.ts'
import { queryClient } from '#/kernel/web/query-client.ts'
import { toast } from '#/kernel/web/toast.ts'
import { expectNotifications } from '#/notifications/web/index.ts'
import { appointments } from './appointments.ts'
import { loadFailedText } from './words.ts'

export type OwnerTab = 'upcoming' | 'past'
export type VisitTab = 'requests' | 'upcoming' | 'past'

/** What is near changes by the clock and by the other side, so it is asked for again every minute. */
const fresh = { refetchInterval: 60_000, staleTime: 15_000 }

const paged = {
  ...fresh,
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined,
}

export const appointmentsOptions = (tab: OwnerTab) =>
  appointments.query.appointments.infiniteOptions({ ...paged, input: (cursor) => ({ tab, cursor }) })

export const visitsOptions = (tab: VisitTab) =>
  appointments.query.visits.infiniteOptions({ ...paged, input: (cursor) => ({ tab, cursor }) })

/** An owner's appointments, 20 a page. */
export function useAppointments(tab: OwnerTab) {
  return useTelling(useInfiniteQuery(appointmentsOptions(tab)))
}

/** A provider's visits, 20 a page. */
export function useVisits(tab: VisitTab) {
  return useTelling(useInfiniteQuery(visitsOptions(tab)))
}

/** The requests that wait for the provider's answer, oldest first; `count` is '3', '20+', '0', or undefined while it is not known. */
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

/** The soonest appointments of an owner, at most 20. */
export function useUpcomingAppointments(limit: number) {
  return useQuery(
    appointments.query.appointments.queryOptions({ ...fresh, input: { tab: 'upcoming', limit } }),
  )
}

/** The soonest visits of a provider: the head of their list. */
export function useUpcomingVisits(limit: number) {
  const { data, isPending, isLoadingError, refetch } = useInfiniteQuery(visitsOptions('upcoming'))
  return { rows: data?.pages[0]?.rows.slice(0, limit) ?? [], isPending, isLoadingError, refetch }
}

/** The visits of this day on the provider's own calendar. */
export function useTodaysVisits() {
  return useQuery(appointments.query.today.queryOptions(fresh))
}

/** Says once that a list did not load; not again with every try. */
function useTelling<Query extends { isError: boolean }>(query: Query): Query {
  const { isError } = query
  useEffect(() => {
    if (isError) toast({ kind: 'error', title: 'Error', message: loadFailedText })
  }, [isError])
  return query
}

/** To be called when an appointment has changed, here or elsewhere: lists, the provider's free time and the bell follow. */
export function reloadAppointments(): Promise<unknown> {
  const { query } = appointments
  expectNotifications(queryClient)
  const shown = [query.appointments, query.visits, query.history, query.today, query.figures]
  return Promise.all([
    ...shown.map(({ key }) => queryClient.invalidateQueries({ queryKey: key() })),
    reloadTimes(queryClient),
  ])
}
