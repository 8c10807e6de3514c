import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { MINUTE } from '#/kernel/duration.ts'
import { byCursor } from '#/kernel/web/list/by-cursor.ts'
import { useLinkedRecord } from '#/kernel/web/list/use-linked-record.ts'
import { unlessLive } from '#/kernel/web/live.ts'
import { queryClient } from '#/kernel/web/query-client.ts'
import { expectNotifications } from '#/notifications/web/index.ts'
import type { MeetSide } from '#/sitting/meet.ts'
import type { MeetGreet, MeetTab } from '#/sitting/meet-contract.ts'
import { requestPath, type SitterAddress } from '#/sitting/web/find/address.ts'
import { sitting } from '#/sitting/web/sitting.ts'

/** Loads one side's meet & greets. The clock and the other side change them, so they are reloaded regularly. */
export const useMeets = (side: MeetSide, tab: MeetTab, enabled = true) =>
  useInfiniteQuery(
    sitting.query.meetGreets.infiniteOptions({
      input: (cursor: string | undefined) => ({ side, tab, cursor }),
      ...byCursor,
      refetchInterval: unlessLive(MINUTE),
      staleTime: 15_000,
      enabled,
    }),
  )

/** The side's meet & greet that the URL leads to. */
export function useLinkedMeet(side: MeetSide) {
  const id = useLinkedRecord<MeetGreet['id']>()
  return useQuery(
    sitting.query.meetGreets.queryOptions({
      input: { side, tab: 'open', ...(id && { id }) },
      refetchInterval: unlessLive(MINUTE),
      enabled: id !== undefined,
    }),
  ).data?.rows[0]
}

export function reloadMeets(): Promise<unknown> {
  expectNotifications(queryClient)
  return queryClient.invalidateQueries({ queryKey: sitting.query.meetGreets.key() })
}

/** Returns the URL of the form that asks a sitter for a meet & greet, filled in with a search. It is a view of the request. */
export const meetPath = (sitterId: string, address: SitterAddress): string =>
  `${requestPath(sitterId, address)}&meet=1`
