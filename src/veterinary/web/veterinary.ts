import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { daysFreshness, slotsFreshness } from '#/booking/web/index.ts'
import type { Day } from '#/kernel/time.ts'
import { rpcFor } from '#/kernel/web/rpc.ts'
import type { Vet, veterinaryContract } from '../contract.ts'

export const veterinary = rpcFor<typeof veterinaryContract>('veterinary')

export type VetFilters = { location?: string; specialization?: string }

export const vetList = (filters: VetFilters) =>
  veterinary.query.vets.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...filters, cursor }),
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Long enough to come back to the list as it was left.
    gcTime: 15 * 60_000,
  })

/** One vet; what a list already knows of them is shown meanwhile. */
export const vetById = (client: QueryClient, id: string) =>
  veterinary.query.vet.queryOptions({ input: { id }, placeholderData: () => findListed(client, id) })

function findListed(client: QueryClient, id: string): Vet | undefined {
  return client
    .getQueriesData<InfiniteData<{ rows: Vet[] }>>({ queryKey: veterinary.query.vets.key() })
    .flatMap(([, list]) => list?.pages.flatMap(({ rows }) => rows) ?? [])
    .find((vet) => vet.id === id)
}

export const calendarOf = (vetId: string) => ({
  days: veterinary.query.openDays.queryOptions({ input: { id: vetId }, ...daysFreshness }),
  slotsOn: (date: Day) =>
    veterinary.query.slots.queryOptions({ input: { id: vetId, date }, ...slotsFreshness }),
})

/** What was known of this vet's free time, and of one's own appointments, is asked for anew. */
export function forgetTimes(client: QueryClient, vetId: string): void {
  for (const queryKey of [
    veterinary.query.openDays.key({ input: { id: vetId } }),
    veterinary.query.slots.key({ input: { id: vetId } }),
    veterinary.query.appointments.key(),
  ])
    void client.invalidateQueries({ queryKey })
}
