import { useSession } from '#/accounts/web/index.ts'
import { useWaitingRequests } from '#/appointments/web/useAppointments.ts'
import type { MeetSide } from '#/sitting/meet.ts'
import type { MeetGreet, MeetTab } from '#/sitting/meet-contract.ts'
import { useMeets } from '#/sitting/web/meet/meets.ts'

/** Loads one side's meet & greets; none for people without that side's record. */
export function useMeetRows(side: MeetSide, tab: MeetTab) {
  const { user } = useSession()
  const mayHaveSome = Boolean(user?.records[side === 'owner' ? 'pet_owner' : 'pet_sitter'])
  const { data, isPending, isLoadingError, refetch } = useMeets(side, tab, mayHaveSome)
  return {
    rows: data?.pages.flatMap(({ rows }) => rows) ?? [],
    isPending: mayHaveSome && isPending,
    isLoadingError,
    refetch,
  }
}

export const waitsForMe = ({ moves }: MeetGreet): boolean => moves.includes('accept')

/** Loads the requests and the meet & greets that wait for the provider's answer. `count` is like that of `useWaitingRequests`. */
export function useWaiting() {
  const requests = useWaitingRequests()
  const asked = useMeetRows('sitter', 'requests')
  const meets = asked.rows.filter(waitsForMe)
  const { rows, count } = requests
  return {
    rows,
    meets,
    count:
      count === undefined || asked.isPending
        ? undefined
        : `${Number.parseInt(count, 10) + meets.length}${count.endsWith('+') ? '+' : ''}`,
    isPending: requests.isPending || asked.isPending,
    isLoadingError: requests.isLoadingError || asked.isLoadingError,
    refetch: () => Promise.all([requests.refetch(), asked.refetch()]),
  }
}

type Entry<Row> = { kind: 'booking'; at: Date; row: Row } | { kind: 'meet'; at: Date; row: MeetGreet }

/** Merges appointments with meet & greets, soonest first. */
export function soonest<Row extends { startsAt: Date }>(
  bookings: readonly Row[],
  meets: readonly MeetGreet[],
  limit: number,
): Entry<Row>[] {
  const entries: Entry<Row>[] = [
    ...bookings.map((row) => ({ kind: 'booking' as const, at: row.startsAt, row })),
    ...meets.map((row) => ({ kind: 'meet' as const, at: row.startsAt ?? row.times[0]!, row })),
  ]
  return entries.toSorted((a, b) => a.at.getTime() - b.at.getTime()).slice(0, limit)
}
